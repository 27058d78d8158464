/// What a host gives a library to make a resolver with.
public struct ResolverSetup: Sendable {
    /// What is to be asked, such as the address of a service; it may hold secrets.
    public var endpoint: String
    /// The folder for what the resolver keeps between starts, from the root; `nil` where it keeps nothing. It need not be
    /// there yet, and others may use it at the same time.
    public var cacheFolder: String?
    /// Whether only what is kept may be answered.
    public var isOffline = false
    /// Tells the user, in one sentence, of something that is nobody's outcome; called on any thread.
    public var report: @Sendable (String) -> Void = { _ in }

    /// A set-up for an endpoint, which keeps nothing between starts.
    public init(endpoint: String) { self.endpoint = endpoint }
}
