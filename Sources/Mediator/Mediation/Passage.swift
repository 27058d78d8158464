/// How far a request comes in its caller's task without waiting for anybody.
enum Passage {
    /// To its end.
    case concluded(Conclusion)
    /// To its look-up: rewrites are ahead of that, or modules that have to start.
    case parsed(Handover<Mediation>, RouteURL)
    /// To code that may wait, or to what has no short way.
    indirect case stopped(Handover<Mediation>, Request, RouteTable.Entry?, at: Standpoint, mayWait: Bool)
}
