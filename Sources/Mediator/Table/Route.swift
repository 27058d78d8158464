/// One declared route: a pattern, the verb and the access that it is for, and the handler that answers.
public struct Route: Sendable {
    /// What a route does with a request; it runs where the caller runs and may suspend.
    public typealias Handler = @Sendable (Request) async throws -> Response

    /// The pattern as it was written; it is parsed when the module is registered.
    public let pattern: String
    /// The verb that the route answers.
    public let verb: Verb
    /// Who may ask.
    public let access: Access
    /// 0, or more for a route that goes before others, whatever is more specific.
    public let priority: Int
    /// Where the route was declared.
    public let location: SourceLocation
    let handler: Handler

    /// Declares a route; modules write `Open` and `Call`, which make one.
    public init(
        _ pattern: String, verb: Verb, access: Access, priority: Int = 0, location: SourceLocation,
        handler: @escaping Handler
    ) {
        self.pattern = pattern
        self.verb = verb
        self.access = access
        self.priority = priority
        self.location = location
        self.handler = handler
    }

    /// The same route with another priority.
    public func with(priority: Int) -> Route {
        Route(pattern, verb: verb, access: access, priority: priority, location: location, handler: handler)
    }
}
