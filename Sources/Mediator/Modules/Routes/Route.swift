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
    var distantTypes: Types?
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

    /// The types of a route as data: their names, and their forms in JSON.
    struct Types: Sendable, Codable {
        let input, value: String?
        /// `nil` for a route without an input.
        var inputShape: TypeShape?
        var valueShape: TypeShape?
    }

    /// The types; reading their forms runs `init(from:)` with placeholders.
    var types: Types { distantTypes ?? Types(self) }

    /// The form of the input; `nil` for a handler that reads the request itself.
    var inputShape: TypeShape? { distantTypes.map(\.inputShape) ?? input.map { TypeShape($0) } }

    /// Returns the properties of the input, in its order; none for one without names or with a gap.
    ///
    /// - Parameter names: the parameters of the pattern.
    func inputFields(_ names: [String]) -> [TypeShape.Property] {
        let shape = inputShape?.named(by: names)
        return shape?.gap == nil ? shape?.properties ?? [] : []
    }
}

extension Route.Types {
    init(_ route: Route) {
        input = route.input.map { TypeName.text($0) }
        value = route.value.map { TypeName.text($0) }
        inputShape = route.input.map { TypeShape($0) }
        valueShape = route.value.map { TypeShape($0) }
    }
}

/// The form of a call's answer, other than one Codable value.
@_spi(Host) public enum ValueForm: String, Sendable, Codable {
    /// An object that never leaves the process.
    case object
    /// Values that come one after the other.
    case stream
}

/// The names of types as people write them.
enum TypeName {
    /// Returns `[Int?]` for an array of optional integers, and the name alone for a module's own type.
    static func text(_ type: Any.Type) -> String {
        (type as? any StandardContainer.Type)?.typeName ?? String(describing: type)
    }
}

/// A generic type of the standard library whose name is written with punctuation.
private protocol StandardContainer {
    static var typeName: String { get }
}

extension Array: StandardContainer {
    fileprivate static var typeName: String { "[\(TypeName.text(Element.self))]" }
}

extension Optional: StandardContainer {
    fileprivate static var typeName: String { "\(TypeName.text(Wrapped.self))?" }
}

extension Dictionary: StandardContainer {
    fileprivate static var typeName: String { "[\(TypeName.text(Key.self)): \(TypeName.text(Value.self))]" }
}

/// A registered route, for lists and documents.
@_spi(Host) public struct RouteDescription: Sendable, Equatable, Codable {
    /// The pattern in its written form.
    public let pattern: String
    /// The verb that it answers.
    public let verb: Request.Verb
    /// The origins that may request it.
    public let access: Access
    /// The module that it belongs to.
    public let owner: String
    /// The name in callers' façades, if its author gives one.
    public let name: String?
    /// The name of the type into which the parameters are decoded; `nil` if the handler takes the request alone.
    public let input: String?
    /// The name of the type of a call's value, of its object, or of each value of its stream.
    public let value: String?
    /// The form of a call's answer; `nil` for one Codable value.
    public let form: ValueForm?
    /// `nil` for a route without labels.
    private let declaredLabels: [RouteLabel]?
    /// The place of the declaration; `nil` in a manifest, which has it beside the description.
    @_spi(Host) public internal(set) var location: DeclarationSite?

    private enum CodingKeys: String, CodingKey {
        case pattern, verb, access, owner, name, input, value, form
        case declaredLabels = "labels"
    }

    /// The labels, in the order of their declaration.
    public var labels: [RouteLabel] { declaredLabels ?? [] }
    /// The purpose of the route, if its module states one.
    public var summary: String? { labels.text(of: RouteLabel.summary) }
    /// The team that owns it, if its module names one.
    public var team: String? { labels.text(of: RouteLabel.team) }

    init(_ entry: RouteTable.Entry) {
        self.init(entry.route, owner: entry.owner)
        location = entry.route.location
    }

    init(_ route: Route, owner: String) {
        pattern = route.pattern
        verb = route.verb
        access = route.access
        self.owner = owner
        name = route.name
        input = route.distantTypes?.input ?? route.input.map { TypeName.text($0) }
        value = route.distantTypes?.value ?? route.value.map { TypeName.text($0) }
        form = route.valueForm
        declaredLabels = route.labels.isEmpty ? nil : route.labels
    }
}
