/// What is asked for a URL that no module answers: a table, an HTTP service, or another kind.
///
/// Resolvers are asked in order until one has an answer. The mediator calls them from any task.
public protocol Resolver: Sendable {
    /// The resolver's name in messages, such as the address of its service.
    var name: String { get }

    /// The answer to a question, or `nil` where this resolver has none.
    func resolve(_ question: Question) async throws(ResolverError) -> Resolution?

    /// Whether `resolve(_:)` would answer, as far as that is known without asking anybody.
    func canResolve(_ url: RouteURL) -> Availability

    /// What this resolver would answer without asking anybody, or `nil` where it would have to ask.
    func recall(_ question: Question) -> RecalledAnswer?

    /// How the resolver fares, or `nil` for one that keeps nothing and cannot fail.
    var status: ResolverStatus? { get }

    /// Forgets every answer that it keeps.
    func flush() throws(ResolverError)

    /// The file that the resolver's endpoint itself is, such as a plugin that was offered.
    ///
    /// - Parameters:
    ///   - limit: the most bytes that it may have.
    ///   - time: how long all of it may take.
    func download(limit: Int, within time: Duration) async throws(ResolverError) -> [UInt8]
}

extension Resolver {
    /// Nothing is known without asking.
    public func recall(_ question: Question) -> RecalledAnswer? { nil }

    /// Nothing is kept, and nothing can fail.
    public var status: ResolverStatus? { nil }

    /// Nothing is kept.
    public func flush() throws(ResolverError) {}

    /// There are no files.
    public func download(limit: Int, within time: Duration) async throws(ResolverError) -> [UInt8] {
        throw .unavailable(resolver: name, reason: "it is none of those that have files")
    }
}
