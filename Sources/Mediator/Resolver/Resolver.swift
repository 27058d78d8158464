/// What is asked for a URL that no module answers: a table, an HTTP service, or another kind.
///
/// Resolvers are asked in order until one has an answer. The mediator calls them from any task.
public protocol Resolver: Sendable {
    /// The resolver's name in messages, such as the address of its service.
    var name: String { get }

    /// The answer for a URL, or `nil` where this resolver has none.
    func resolve(_ url: RouteURL) async throws(ResolverError) -> Resolution?

    /// Whether `resolve(_:)` would answer, as far as that is known without asking anybody.
    func canResolve(_ url: RouteURL) -> Availability
}
