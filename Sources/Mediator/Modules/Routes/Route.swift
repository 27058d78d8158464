/// One declared route: a pattern, its verb, its access, and the handler that answers.
public struct Route: Sendable {
    /// A handler of requests; it may suspend, and should respond to cancellation.
    public typealias Handler = @Sendable (Request) async throws -> Response
    /// A handler that cannot suspend: it blocks its thread, and needs no task of its own.
    public typealias SynchronousHandler = @Sendable (Request) throws -> Response

    /// The pattern in its written form; it is parsed when the module is registered.
    public private(set) var pattern: String
    /// The verb that the route answers.
    public let verb: Request.Verb
    /// The origins that may request it.
    public let access: Access
    /// The priority: 0, or more for a route that precedes others, however specific they are.
    public var priority = 0
    /// Whether the handler may decline, so that only a request tells whether it answers.
    @_spi(Host) public var mayDecline = false
    /// Whether the handler runs only if no other route answers.
    @_spi(Host) public var isFallback = false
    /// The parameters whose values only the handler sees; see `Request.shownURL`.
    public var sensitiveParameters: Set<String> = []
    /// The name of the route in callers' façades, for a pattern whose literals do not give one.
    public var name: String?
    /// The type into which the parameters are decoded; `nil` if the handler takes the request alone.
    @_spi(Host) public var input: Any.Type?
    /// Whether the handler takes the request besides its input, so that it may read more parameters.
    @_spi(Host) public var readsRequest = false
    /// The type of a call's value, of its object, or of each value of its stream.
    @_spi(Host) public var value: Any.Type?
    /// The form of a call's answer; `nil` for one Codable value.
    @_spi(Host) public var valueForm: ValueForm?
    /// The time after an `open` in which an equal one of the same caller is a duplicate, which does nothing.
    public var duplicateWindow: Duration?
    /// The types in another process; `nil` for a route whose types are in this one.
    @_spi(Host) public var distantTypes: Types?
    /// The labels, each with a name of its own.
    public var labels: [RouteLabel] = []
    /// The place of the declaration.
    public let location: DeclarationSite
    let handler: HandlerBody<Request, Response>

    /// Declares a route; modules use `Open` and `Call`, which create one.
    @_spi(Host) public init(
        _ pattern: String, verb: Request.Verb, access: Access, location: DeclarationSite, handler: @escaping Handler
    ) {
        self.init(pattern, verb: verb, access: access, location: location, body: .asynchronous(handler))
    }

    /// Declares a route whose handler cannot suspend; Swift chooses it for a closure without `await`.
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
    /// Returns the route with a prefix of its pattern; parsing refuses a pattern that has no place below it.
    @_spi(Host) public func below(_ prefix: String) -> Route {
        var route = self
        let belongs = pattern.hasPrefix("/") || pattern.hasPrefix("(") || pattern.contains("://")
        if belongs { route.pattern = prefix + pattern }
        return route
    }

    /// The types of a route as data: their names, and their forms in JSON as far as they are wanted.
    @_spi(Host) public struct Types: Sendable, Equatable {
        /// The name of the input, and that of the value.
        public let input, value: String?
        /// The form of the input, and that of the value.
        public let inputShape, valueShape: TypeShape?

        /// Creates the description of types.
        public init(input: String?, value: String?, inputShape: TypeShape?, valueShape: TypeShape?) {
            (self.input, self.value) = (input, value)
            (self.inputShape, self.valueShape) = (inputShape, valueShape)
        }
    }

    var inputName: String? { distantTypes?.input ?? input.map { TypeShape.name(of: $0) } }
    var valueName: String? { distantTypes?.value ?? value.map { TypeShape.name(of: $0) } }

    /// The form of the input, read by `init(from:)` with placeholders; `nil` if the handler reads the request itself.
    var inputShape: TypeShape? { distantTypes.map(\.inputShape) ?? input.map { TypeShape($0) } }

    /// The form of the value, which is read as that of the input is.
    var valueShape: TypeShape? { distantTypes.map(\.valueShape) ?? value.map { TypeShape($0) } }

    /// Returns the properties of the input beside a pattern's parameters, in order; none without names or with a gap.
    func inputFields(_ names: [String]) -> [RouteParameter] {
        let shape = inputShape?.named(by: names)
        return shape?.gap == nil ? shape?.properties ?? [] : []
    }
}

/// The form of a call's answer, other than one Codable value.
@_spi(Host) public enum ValueForm: String, Sendable, Codable {
    /// An object that never leaves the process.
    case object
    /// Values that come one after the other.
    case stream
}
