/// A route: a pattern, its verb, its access, and its handler.
public struct Route: Sendable {
    /// A handler of requests; it may suspend, and should respond to cancellation.
    public typealias Handler = @Sendable (Request) async throws -> Response
    /// A handler that cannot suspend: it blocks its thread and does not need a separate task.
    public typealias SynchronousHandler = @Sendable (Request) throws -> Response

    /// The pattern in its written form; it is parsed when the module is registered.
    public private(set) var pattern: String
    /// The verb that the route answers.
    public let verb: Request.Verb
    /// The origins that may request it.
    public let access: Access
    /// The priority, at least 0; a route with a higher priority precedes others, regardless of how specific they are.
    public var priority = 0
    /// Whether the handler may decline a request; if so, only running it shows whether the route answers.
    @_spi(Host) public var mayDecline = false
    /// Whether the handler runs only if no other route answers.
    @_spi(Host) public var isFallback = false
    /// The names of the parameters whose values are redacted everywhere except in the handler; see `Request.shownURL`.
    public var sensitiveParameters: Set<String> = []
    /// The route's name in callers' façades. If it is `nil`, the name is made from the literals of the pattern.
    public var name: String?
    /// The type into which the parameters are decoded; `nil` if the handler takes only the request.
    @_spi(Host) public var input: Any.Type?
    /// Whether the handler takes the request in addition to its input, and so may read more parameters.
    @_spi(Host) public var readsRequest = false
    /// The type of a call's value, of its object, or of each value of its stream.
    @_spi(Host) public var value: Any.Type?
    /// The form of a call's answer; `nil` for a single Codable value.
    @_spi(Host) public var valueForm: ValueForm?
    /// The time after an `open` in which an equal `open` of the same caller is a duplicate and does nothing.
    public var duplicateWindow: Duration?
    /// The types as data, if this process does not have the types themselves; otherwise `nil`.
    @_spi(Host) public var remoteTypes: Types?
    /// The labels, each with a unique name.
    public var labels: [RouteLabel] = []
    /// The location of the declaration in the source code.
    public let location: DeclarationSite
    let handler: HandlerBody<Request, Response>

    /// Declares a route; modules use `Open` and `Call`, which create one.
    @_spi(Host) public init(
        _ pattern: String, verb: Request.Verb, access: Access, location: DeclarationSite, handler: @escaping Handler
    ) {
        self.init(pattern, verb: verb, access: access, location: location, body: .asynchronous(handler))
    }

    /// Declares a route whose handler cannot suspend; Swift chooses this initialiser for a closure without `await`.
    @_spi(Host) public init(
        _ pattern: String, verb: Request.Verb, access: Access, location: DeclarationSite,
        handler: @escaping SynchronousHandler
    ) {
        self.init(pattern, verb: verb, access: access, location: location, body: .synchronous(handler))
    }

    private init(
        _ pattern: String, verb: Request.Verb, access: Access, location: DeclarationSite,
        body: HandlerBody<Request, Response>
    ) {
        self.pattern = pattern
        self.verb = verb
        self.access = access
        self.location = location
        handler = body
    }
}

extension Route {
    /// Returns the route with a prefix before its pattern. Registration refuses a pattern that cannot follow a prefix.
    @_spi(Host) public func below(_ prefix: String) -> Route {
        var route = self
        let belongs = pattern.hasPrefix("/") || pattern.hasPrefix("(") || pattern.contains("://")
        if belongs { route.pattern = prefix + pattern }
        return route
    }

    /// The types of a route as data: their names and, if requested, their JSON shapes.
    @_spi(Host) public struct Types: Sendable, Equatable {
        /// The names of the input and of the value.
        public let input, value: String?
        /// The shapes of the input and of the value.
        public let inputShape, valueShape: TypeShape?

        /// Creates the description of types.
        public init(input: String?, value: String?, inputShape: TypeShape?, valueShape: TypeShape?) {
            (self.input, self.value) = (input, value)
            (self.inputShape, self.valueShape) = (inputShape, valueShape)
        }
    }

    var inputName: String? { remoteTypes?.input ?? input.map { TypeShape.name(of: $0) } }
    var valueName: String? { remoteTypes?.value ?? value.map { TypeShape.name(of: $0) } }

    /// The JSON shape of the input; `nil` if the handler reads only the request. To find the shape, this property runs
    /// the input's `init(from:)` with placeholders.
    var inputShape: TypeShape? { remoteTypes.map(\.inputShape) ?? input.map { TypeShape($0) } }

    /// The shape of the value, found like the shape of the input.
    var valueShape: TypeShape? { remoteTypes.map(\.valueShape) ?? value.map { TypeShape($0) } }

    /// Returns the properties of the input; empty unless all of them are known. A single value counts as a property if
    /// the pattern has one parameter.
    func inputFields(_ names: [String]) -> [RouteParameter] {
        let shape = inputShape?.named(by: names)
        return shape?.gap == nil ? shape?.properties ?? [] : []
    }
}

/// The form of a call's answer that is not a single Codable value.
@_spi(Host) public enum ValueForm: String, Sendable, Codable {
    /// An object that never leaves the process.
    case object
    /// Values that are delivered one after another.
    case stream
}
