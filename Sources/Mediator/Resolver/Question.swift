/// What a resolver is asked, and by whom.
public struct Question: Sendable {
    /// The URL that no module answers.
    public let url: RouteURL
    /// Who asked for it. A redirect is resolved again with the same origin, whatever a resolver makes of this.
    public let origin: Origin
    /// What is to be done with the answer.
    public let verb: Verb
    /// The host that asks.
    public let host: HostDescription

    /// Describes a question.
    public init(
        _ url: RouteURL, origin: Origin = .shell, verb: Verb = .open, host: HostDescription = HostDescription()
    ) {
        self.url = url
        self.origin = origin
        self.verb = verb
        self.host = host
    }
}
