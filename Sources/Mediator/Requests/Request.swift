/// What a handler is asked: a URL with its parameters, an optional body, and who asks.
public struct Request: Sendable {
    /// A request is handed on many times and changes seldom, so that its parts stand in one place.
    private final class Storage: Sendable {
        let url: RouteURL
        /// The parameters of the path.
        let captures: [QueryItem]
        let body: Payload?

        init(url: RouteURL, captures: [QueryItem], body: Payload?) {
            self.url = url
            self.captures = captures
            self.body = body
        }
    }

    private let storage: Storage
    let life: RequestLife

    init(url: RouteURL, captures: [QueryItem] = [], body: Payload?, life: RequestLife) {
        storage = Storage(url: url, captures: captures, body: body)
        self.life = life
    }

    /// The URL that led to this route; after a redirect or a rewrite, the one that it led to.
    public var url: RouteURL { storage.url }
    /// The URL with the values of sensitive parameters redacted, for messages, lists and traces.
    public var shownURL: String { life.shown(url.text) }
    /// The parameters of path and query.
    public var parameters: Parameters { Parameters(path: storage.captures, storage.url) }
    /// The body of a call.
    public var body: Payload? { storage.body }

    /// The request's number.
    public var id: RequestID { life.id }
    /// The number of the request whose handler made this one, if one did.
    public var parent: RequestID? { life.parent }
    /// What the caller wants.
    public var verb: Verb { life.verb }
    /// Who asks; neither a redirect nor an interceptor changes it.
    public var origin: Origin { life.origin }
    /// Whether the caller waits for the value that the opened page is dismissed with.
    public var awaitsResult: Bool { life.awaitsResult }

    /// The object that the caller gave along within the process, where it gave one of the type.
    public func context<Object>(as type: Object.Type = Object.self) -> Object? { life.context as? Object }

    /// The body as a value of the given type.
    ///
    /// - Throws: `ParameterError.missingBody` without one, `PayloadError` where it does not fit.
    public func body<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        guard let body else { throw ParameterError.missingBody(expected: String(describing: type)) }
        return try body.decode(as: type)
    }

    /// The same request for another URL, for an interceptor that changes it.
    public func with(url: RouteURL) -> Request { Request(url: url, body: body, life: life) }

    /// The same request with another body, for an interceptor that changes it.
    public func with(body: Payload?) -> Request {
        Request(url: url, captures: storage.captures, body: body, life: life)
    }
}

/// What a caller wants of a URL.
public enum Verb: String, Sendable, Codable {
    /// To go there: a navigation, answered by feedback.
    case open
    /// To have a value, without navigation.
    case call
}

/// Who asks.
public enum Origin: Sendable, Hashable {
    /// A module, by its name.
    case module(String)
    /// The person at the host's shell.
    case shell
    /// Anybody else, such as a deep link from another program.
    case external
}

extension Origin: CustomStringConvertible {
    /// The origin in words, for messages.
    public var description: String {
        switch self {
        case .module(let name): "module \(name)"
        case .shell: "the shell"
        case .external: "an external caller"
        }
    }
}

/// Who may ask for a route.
public enum Access: String, Sendable, Codable {
    /// Anyone, deep links from outside included.
    case `public`
    /// Modules and the shell.
    case modules
    /// The module that owns the route.
    case `internal`

    /// Whether an origin may ask for a route with this access that belongs to `owner`.
    public func allows(_ origin: Origin, owner: String) -> Bool {
        switch self {
        case .public: true
        case .modules:
            // Spelled out, so that a new kind of origin is not let in unseen.
            switch origin {
            case .module, .shell: true
            case .external: false
            }
        case .internal: origin == .module(owner)
        }
    }
}

/// What a caller may say of a request beside its URL and body.
public struct RequestOptions: Sendable {
    /// How long all stages together may take; the time in which a page waits for a person does not count.
    ///
    /// At most a day; a longer one is taken as a day, and one that is not positive as no time at all.
    public var deadline: Duration
    /// An object for the handler that never leaves the process; an external request may have none.
    public var context: (any Sendable)?

    /// How long a request may take where nobody says otherwise.
    public static let defaultDeadline: Duration = .seconds(10)

    /// Options, the usual ones where nothing is said.
    public init(deadline: Duration = Self.defaultDeadline, context: (any Sendable)? = nil) {
        self.deadline = deadline
        self.context = context
    }
}

/// A request's number: the mediator counts from 1, so that a later request has the higher one.
public struct RequestID: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    let number: UInt64

    init(number: UInt64) { self.number = number }

    /// Reads the number itself.
    public init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(UInt64.self) }

    /// Writes the number itself.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }

    /// Whether the first request began before the second.
    public static func < (first: RequestID, second: RequestID) -> Bool { first.number < second.number }

    /// `12`.
    public var description: String { "\(number)" }
}
