/// One declared route: a pattern, the verb and the access that it is for, and the handler that answers.
public struct Route: Sendable {
    /// What a route does with a request; it may suspend, and should heed cancellation.
    public typealias Handler = @Sendable (Request) async throws -> Response
    /// A handler that cannot suspend: it holds its thread, and needs no task of its own.
    public typealias SynchronousHandler = @Sendable (Request) throws -> Response

    /// The pattern as it was written; it is parsed when the module is registered.
    public let pattern: String
    /// The verb that the route answers.
    public let verb: Verb
    /// Who may ask.
    public let access: Access
    /// 0, or more for a route that goes before others, whatever is more specific.
    public var priority = 0
    /// Whether the handler may decline, so that only asking tells whether it answers.
    public var mayDecline = false
    /// Whether it is asked only where no route answers.
    public var isFallback = false
    /// The parameters whose values nobody but the handler sees; see `Request.shownURL`.
    public var sensitiveParameters: Set<String> = []
    /// What callers' façades call the route, for a pattern whose literals do not say it.
    public var name: String?
    /// The type that the parameters are decoded into: `Void` where nothing is read, `nil` where the handler reads the
    /// request itself.
    public var input: Any.Type?
    /// The type of the value that a call answers with, of the object, or of each value of a stream.
    public var value: Any.Type?
    /// What a call answers with; `nil` for one Codable value.
    public var valueForm: ValueForm?
    /// How long after an `open` the same one of the same caller is taken for the same and not done again.
    public var duplicateWindow: Duration?
    /// Where the route was declared.
    public let location: SourceLocation
    let handler: StageBody<Request, Response>

    /// Declares a route; modules write `Open` and `Call`, which make one.
    public init(
        _ pattern: String, verb: Verb, access: Access, location: SourceLocation, handler: @escaping Handler
    ) {
        self.init(pattern, verb: verb, access: access, location: location, body: .asynchronous(handler))
    }

    /// Declares a route whose handler cannot suspend; Swift takes a closure without `await` for one.
    public init(
        _ pattern: String, verb: Verb, access: Access, location: SourceLocation,
        handler: @escaping SynchronousHandler
    ) {
        self.init(pattern, verb: verb, access: access, location: location, body: .synchronous(handler))
    }

    private init(
        _ pattern: String, verb: Verb, access: Access, location: SourceLocation, body: StageBody<Request, Response>
    ) {
        self.pattern = pattern
        self.verb = verb
        self.access = access
        self.location = location
        handler = body
    }
}
