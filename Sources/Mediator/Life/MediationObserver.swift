/// Is told what happens in a mediator beside its answers: traces, and what went wrong unseen.
///
/// The mediator calls it from any task, and goes on when it returns: be quick.
public protocol MediationObserver: AnyObject, Sendable {
    /// Whether requests that begin are to be traced.
    var wantsTraces: Bool { get }

    /// A traced request is over.
    func requestEnded(_ trace: Trace)

    /// Something went wrong that is nobody's outcome.
    func noticed(_ note: MediationNote)
}
