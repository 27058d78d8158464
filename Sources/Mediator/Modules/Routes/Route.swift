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
    let handler: HandlerBody<Request, Response>

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
        _ pattern: String, verb: Verb, access: Access, location: SourceLocation, body: HandlerBody<Request, Response>
    ) {
        self.pattern = pattern
        self.verb = verb
        self.access = access
        self.location = location
        handler = body
    }
}

/// What a call answers with, beside one Codable value.
public enum ValueForm: String, Sendable, Codable {
    /// An object that never leaves the process.
    case object
    /// Values that come one after the other.
    case stream
}

/// A type's name as people write it, and whether the type is the standard library's, so that every module knows it.
struct TypeName: Sendable, Equatable {
    let text: String
    let isStandard: Bool

    /// Names a type; `[Int?]` for an array of optional integers, the name alone for a module's own type.
    init(_ type: Any.Type) {
        if let container = type as? any StandardContainer.Type {
            self = container.typeName
        } else {
            self.init(text: type == Void.self ? "Void" : String(describing: type), isStandard: Self.isScalar(type))
        }
    }

    fileprivate init(text: String, isStandard: Bool) {
        self.text = text
        self.isStandard = isStandard
    }

    private static func isScalar(_ type: Any.Type) -> Bool {
        let scalars: [Any.Type] = [
            String.self, Bool.self, Double.self, Float.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self,
            UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
        ]
        return scalars.contains { $0 == type }
    }
}

/// A generic type of the standard library whose name is written with punctuation.
private protocol StandardContainer {
    static var typeName: TypeName { get }
}

extension Array: StandardContainer {
    fileprivate static var typeName: TypeName {
        let element = TypeName(Element.self)
        return TypeName(text: "[\(element.text)]", isStandard: element.isStandard)
    }
}

extension Optional: StandardContainer {
    fileprivate static var typeName: TypeName {
        let wrapped = TypeName(Wrapped.self)
        return TypeName(text: "\(wrapped.text)?", isStandard: wrapped.isStandard)
    }
}

extension Dictionary: StandardContainer {
    fileprivate static var typeName: TypeName {
        let (key, value) = (TypeName(Key.self), TypeName(Value.self))
        return TypeName(text: "[\(key.text): \(value.text)]", isStandard: key.isStandard && value.isStandard)
    }
}

/// A registered route, for lists and documents.
public struct RouteDescription: Sendable, Equatable, Codable {
    /// The pattern as its author wrote it.
    public let pattern: String
    /// The verb that it answers.
    public let verb: Verb
    /// Who may ask.
    public let access: Access
    /// The module that it belongs to.
    public let owner: String
    /// What callers' façades call it, where its author said so.
    public let name: String?
    /// The name of the type that the parameters are decoded into: `Void` where nothing is read, `nil` where the handler
    /// reads the request itself.
    public let input: String?
    /// The name of the type of the value that a call answers with, of the object, or of each value of a stream.
    public let value: String?
    /// What a call answers with; `nil` for one Codable value.
    public let form: ValueForm?

    init(_ entry: RouteTable.Entry) { self.init(entry.route, owner: entry.owner) }

    init(_ route: Route, owner: String) {
        pattern = route.pattern
        verb = route.verb
        access = route.access
        self.owner = owner
        name = route.name
        input = route.input.map { TypeName($0).text }
        value = route.value.map { TypeName($0).text }
        form = route.valueForm
    }
}
