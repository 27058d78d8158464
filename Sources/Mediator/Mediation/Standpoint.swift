/// Where a request stands between its look-up and its end.
enum Standpoint: Sendable {
    /// No code of a module has seen it.
    case lookedUp
    /// An interceptor is to be asked, or was asked and did not simply let it pass.
    case interceptor(InstalledInterceptor, Decision?, InterceptorsMet)
    /// All interceptors let it pass; the handler is to be asked.
    case intercepted
    /// The handler was asked and declined.
    case declined
    /// There is an answer.
    case answered(Answer)
    /// The navigator performed the command of the answer.
    case performed(NavigationCommand, Feedback, Answer)
    /// It is over.
    case concluded(Conclusion)
}
