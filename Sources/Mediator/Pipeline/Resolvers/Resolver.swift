/// A source of answers for URLs that no module answers, such as a table or an HTTP service.
///
/// The mediator asks resolvers in order until one has an answer. It calls them from any task.
public protocol Resolver: Sendable {
    /// The resolver's name in messages, such as the address of its service.
    var name: String { get }

    /// Returns the answer to a question, or `nil` if this resolver has none.
    /// - Throws: `ResolverError` if the resolver cannot decide; the request then fails with `remoteUnavailable`.
    func resolve(_ question: Question) async throws(ResolverError) -> Resolution?

    /// Returns whether `resolve(_:)` would answer an `open`, as far as is known without asking the resolver's service.
    func canResolve(_ url: RouteURL) -> Availability

    /// Returns whether `resolve(_:)` would answer a request with a verb, as far as is known without asking the service.
    func canResolve(_ url: RouteURL, for verb: Request.Verb) -> Availability

    /// Returns the answer that the resolver has without asking its service, or `nil` if it would have to ask.
    @_spi(Host) func recall(_ question: Question) -> RecalledAnswer?

    /// The resolver's status, or `nil` for a resolver that caches nothing and cannot fail.
    @_spi(Host) var status: ResolverStatus? { get }

    /// Removes all cached answers.
    /// - Throws: `ResolverError` if some answers may remain.
    func flush() throws(ResolverError)

    /// The base URLs of the web services whose calls the resolver answers, keyed by the name of the service.
    ///
    /// The mediator asks only this resolver for modules' calls to these services (`Question.call`).
    var webServices: [String: String] { get }

    /// Returns the file at the resolver's own endpoint, such as an offered plugin.
    ///
    /// - Parameters:
    ///   - limit: the maximum size, in bytes.
    ///   - time: the time limit of the whole download.
    /// - Throws: `ResolverError`, such as `unavailable`, `timedOut`, or `invalidAnswer` for a longer file.
    func download(limit: Int, within time: Duration) async throws(ResolverError) -> [UInt8]
}

extension Resolver {
    /// Returns the availability for `open`; for a call, `yes` becomes `undecided`, because the answer may be a page.
    public func canResolve(_ url: RouteURL, for verb: Request.Verb) -> Availability {
        let availability = canResolve(url)
        return verb == .open || availability == .no ? availability : .undecided
    }

    /// Returns `nil`: the resolver has to ask.
    @_spi(Host) public func recall(_ question: Question) -> RecalledAnswer? { nil }

    /// `nil`: the resolver caches nothing and cannot fail.
    @_spi(Host) public var status: ResolverStatus? { nil }

    /// Empty: the resolver does not answer calls to web services.
    public var webServices: [String: String] { [:] }

    /// Does nothing, because the resolver caches nothing.
    /// - Throws: no error.
    public func flush() throws(ResolverError) {}

    /// Fails, because the resolver has no files.
    /// - Throws: `ResolverError` (`unavailable`), always.
    public func download(limit: Int, within time: Duration) async throws(ResolverError) -> [UInt8] {
        throw .unavailable(resolver: name, reason: "it has no files")
    }
}

/// A question to a resolver, with its origin.
public struct Question: Sendable {
    /// The URL that no module answers.
    public let url: RouteURL
    /// The caller's origin; the mediator also follows a redirect with this origin.
    public let origin: Origin
    /// The verb of the request.
    public let verb: Request.Verb
    /// The host that asks.
    public let host: HostDescription
    /// The call, if the request calls a web service; only the resolver with that service receives the question.
    public internal(set) var call: WebServiceCall?
    /// The body of the call.
    public internal(set) var body: [UInt8]?

    /// Describes a question.
    public init(
        _ url: RouteURL, origin: Origin = .shell, verb: Request.Verb = .open, host: HostDescription = HostDescription()
    ) {
        self.url = url
        self.origin = origin
        self.verb = verb
        self.host = host
    }
}

/// The description of a host, on which a resolver's answer may depend.
public struct HostDescription: Sendable, Hashable {
    /// The host's version, or `nil` if unknown.
    public var version: String?
    /// The versions of the running modules, keyed by module name.
    public var modules: [String: String]
    /// The user's language as a tag of BCP 47, such as `zh-CN`, or `nil` if none is set.
    public var locale: String?

    /// Creates a description of a host.
    public init(version: String? = nil, modules: [String: String] = [:], locale: String? = nil) {
        self.version = version
        self.modules = modules
        self.locale = locale
    }
}

/// An answer that a resolver has without asking its service, such as from a cache.
@_spi(Host) public struct RecalledAnswer: Sendable, Equatable {
    /// The answer, or `nil` if the resolver knows that there is none.
    public let resolution: Resolution?
    /// The source of the answer, as a part of a sentence, such as `the cache`.
    public let source: String
    /// The age of the answer in seconds, or `nil` for an answer without an age.
    public let age: Int?
    /// The seconds until the service is asked again; negative if they have passed, `nil` if the answer does not expire.
    public let freshFor: Int?

    /// Describes an answer.
    public init(_ resolution: Resolution?, source: String, age: Int? = nil, freshFor: Int? = nil) {
        self.resolution = resolution
        self.source = source
        self.age = age
        self.freshFor = freshFor
    }
}

/// The status of a resolver: its cache, and the behaviour of its service.
@_spi(Host) public struct ResolverStatus: Sendable, Equatable, Codable {
    /// The number of cached answers.
    public var answers = 0
    /// The size of the cached answers, in bytes.
    public var bytes = 0
    /// The number of questions that the cache answered.
    public var hits = 0
    /// The number of questions that were sent to the service.
    public var misses = 0
    /// The state of the circuit breaker: `closed` while the service is asked, `open` after too many failures, `probing`
    /// while one question tests the service.
    public var breaker = "closed"
    /// The last errors as sentences, the newest one first.
    public var errors: [String] = []

    /// Creates an empty status.
    public init() {}

    /// The share of questions that the cache answered, from 0 to 1; `nil` before the first question.
    public var hitRate: Double? { hits + misses == 0 ? nil : Double(hits) / Double(hits + misses) }
}
