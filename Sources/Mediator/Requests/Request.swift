/// The input of a handler: a URL with its parameters, an optional body, and the origin.
public struct Request: Sendable {
    /// Holds the parts of a request in one object, because a request is copied often and rarely changed.
    private final class Storage: Sendable {
        let url: RouteURL
        /// The parameters of the path.
        let captures: [QueryItem]
        let body: Payload?
        let owner: any RequestOwner

        init(url: RouteURL, captures: [QueryItem], body: Payload?, owner: any RequestOwner) {
            self.url = url
            self.captures = captures
            self.body = body
            self.owner = owner
        }
    }

    private let storage: Storage

    init(url: RouteURL, captures: [QueryItem] = [], body: Payload?, of owner: any RequestOwner) {
        storage = Storage(url: url, captures: captures, body: body, owner: owner)
    }

    var owner: any RequestOwner { storage.owner }
    /// The parameters of the path (`captures`) and of the query, without copying the URL.
    var captures: [QueryItem] { storage.captures }
    var query: [QueryItem] { storage.url.query }
    /// The bits of the URL's first segment, without copying the URL.
    var firstSegmentBits: UInt64 { storage.url.firstSegmentBits }

    /// The URL that led to this route; after a redirect or a rewrite, the new URL.
    public var url: RouteURL { storage.url }
    /// The URL with the values of sensitive parameters redacted, for messages, lists and traces.
    public var shownURL: String { owner.shown(url) }
    /// The parameters of path and query.
    public var parameters: Parameters { Parameters(path: storage.captures, storage.url) }
    /// The body of a call.
    public var body: Payload? { storage.body }

    /// The request's number.
    public var id: RequestID { owner.id }
    /// The number of the request whose handler made this request, if any.
    public var parent: RequestID? { owner.parent }
    /// The kind of answer that the caller wants.
    public var verb: Request.Verb { owner.verb }
    /// The origin of the request; neither a redirect nor an interceptor changes it.
    public var origin: Origin { owner.origin }
    /// Whether the caller waits for the value that the opened page is dismissed with.
    public var awaitsResult: Bool { owner.awaitsResult }

    /// Returns the object that the caller passed within the process, if it has the type.
    public func context<Object>(as type: Object.Type = Object.self) -> Object? { owner.context as? Object }

    /// Returns the request with another URL, for an interceptor that changes it.
    public func with(url: RouteURL) -> Request { Request(url: url, body: body, of: owner) }

    /// Returns the request with another body, for an interceptor that changes it.
    public func with(body: Payload?) -> Request {
        Request(url: url, captures: storage.captures, body: body, of: owner)
    }

    /// Returns the request for an interceptor, with the interceptor's parameters before the parameters of the route.
    func with(own parameters: [QueryItem]) -> Request {
        if parameters.isEmpty || parameters == captures { return self }
        let others = captures.filter { item in !parameters.contains { $0.name == item.name } }
        return Request(url: url, captures: parameters + others, body: body, of: owner)
    }
}

/// The part of a request that stays the same if its URL or body changes; in the pipeline, an `ActiveRequest`.
protocol RequestOwner: AnyObject, Sendable {
    var id: RequestID { get }
    var parent: RequestID? { get }
    var verb: Request.Verb { get }
    var origin: Origin { get }
    var context: (any Sendable)? { get }
    var awaitsResult: Bool { get }
    /// The lease that the request's pages hold.
    var pageLease: Lease? { get }

    /// Returns a URL for messages, with sensitive values redacted.
    func shown(_ url: RouteURL) -> String
}

enum RequestLimits {
    /// The maximum number of rewrites, redirects and URL changes in a request.
    static let redirects = 16
    /// The maximum number of nested requests.
    static let nesting = 32
    /// The maximum number of requests of one origin that wait for pages to be dismissed.
    static let waiting = 64
    static let deadline = Duration.seconds(86_400)
}

extension Request {
    /// The kind of answer that a caller wants from a URL.
    public enum Verb: String, Sendable, Codable {
        /// Navigation: the answer is the feedback of the navigator.
        case open
        /// A value, without navigation.
        case call
    }
}

/// The kind of a caller.
public enum Origin: Sendable, Hashable, Codable {
    /// A module, by its name.
    case module(String)
    /// The user of the host's shell.
    case shell
    /// The user of the shell of another host of the fleet.
    case elsewhere
    /// Any other caller, such as a deep link from another program.
    case external
}

extension Origin: CustomStringConvertible {
    /// The origin as text, for messages.
    public var description: String {
        switch self {
        case .module(let name): "module \(name)"
        case .shell: "the shell"
        case .elsewhere: "the shell of another host"
        case .external: "an external caller"
        }
    }
}

/// The origins that may request a route.
public enum Access: String, Sendable, Codable {
    /// Any origin, including deep links from outside.
    case `public`
    /// Modules and the shell of any host.
    case modules
    /// The module that owns the route.
    case `internal`

    /// Returns whether an origin may request a route with this access that belongs to `owner`.
    public func allows(_ origin: Origin, owner: String) -> Bool {
        switch self {
        case .public: true
        case .modules:
            // Exhaustive, so that a new kind of origin needs a decision here.
            switch origin {
            case .module, .shell, .elsewhere: true
            case .external: false
            }
        case .internal: origin == .module(owner)
        }
    }
}

/// An object that a caller passes to a handler in the same process.
final class PassedObject: Sendable {
    let object: any Sendable

    init(_ object: any Sendable) { self.object = object }
}

/// A request's number: the mediator counts from 1, so a later request has a higher number.
public struct RequestID: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    let number: UInt64

    init(number: UInt64) { self.number = number }

    /// Decodes the number.
    /// - Throws: `DecodingError` if the value is not a request number.
    public init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(UInt64.self) }

    /// Encodes the number.
    /// - Throws: the encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }

    /// Returns whether the first request began before the second.
    public static func < (first: RequestID, second: RequestID) -> Bool { first.number < second.number }

    /// The number as text, such as `12`.
    public var description: String { "\(number)" }
}
