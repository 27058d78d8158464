/// A source of answers for URLs that no module answers: a table, an HTTP service, or another kind.
///
/// The mediator asks resolvers in order until one has an answer. It calls them from any task.
public protocol Resolver: Sendable {
    /// The resolver's name in messages, such as the address of its service.
    var name: String { get }

    /// Returns the answer to a question, or `nil` if this resolver has none.
    func resolve(_ question: Question) async throws(ResolverError) -> Resolution?

    /// Returns whether `resolve(_:)` would answer, as far as is known without a remote question.
    func canResolve(_ url: RouteURL) -> Availability

    /// Returns the answer that needs no remote question, or `nil` if the resolver would have to ask.
    func recall(_ question: Question) -> RecalledAnswer?

    /// The resolver's condition, or `nil` for one that caches nothing and cannot fail.
    var status: ResolverStatus? { get }

    /// Removes all cached answers.
    func flush() throws(ResolverError)

    /// Returns the file at the resolver's own endpoint, such as an offered plugin.
    ///
    /// - Parameters:
    ///   - limit: the maximum size, in bytes.
    ///   - time: the time limit for all of it.
    func download(limit: Int, within time: Duration) async throws(ResolverError) -> [UInt8]
}

extension Resolver {
    /// Nothing is known without asking.
    public func recall(_ question: Question) -> RecalledAnswer? { nil }

    /// Nothing is kept, and nothing can fail.
    public var status: ResolverStatus? { nil }

    /// Nothing is kept.
    public func flush() throws(ResolverError) {}

    /// There are no files.
    public func download(limit: Int, within time: Duration) async throws(ResolverError) -> [UInt8] {
        throw .unavailable(resolver: name, reason: "it has no files")
    }
}

/// What a resolver is asked, and by whom.
public struct Question: Sendable {
    /// The URL that no module answers.
    public let url: RouteURL
    /// Who asked for it. A redirect is resolved again with the same origin, whatever a resolver makes of this.
    public let origin: Origin
    /// What is to be done with the answer.
    public let verb: Verb
    /// The host that asks.
    public let host: HostDescription

    /// Describes a question.
    public init(
        _ url: RouteURL, origin: Origin = .shell, verb: Verb = .open, host: HostDescription = HostDescription()
    ) {
        self.url = url
        self.origin = origin
        self.verb = verb
        self.host = host
    }
}

/// An answer that a resolver has without asking anybody.
public struct RecalledAnswer: Sendable, Equatable {
    /// The answer; `nil` where it is known that there is none.
    public let resolution: Resolution?
    /// Where it is from, as a part of a sentence, such as `the cache`.
    public let source: String
    /// The seconds since the service made it, or `nil` for one that has no age.
    public let age: Int?
    /// For how many more seconds it is answered unasked: negative where it is past that and the service is asked again;
    /// `nil` for one that does not expire.
    public let freshFor: Int?

    /// Describes an answer.
    public init(_ resolution: Resolution?, source: String, age: Int? = nil, freshFor: Int? = nil) {
        self.resolution = resolution
        self.source = source
        self.age = age
        self.freshFor = freshFor
    }
}

/// How a resolver fares: what it keeps, and how its service behaves.
public struct ResolverStatus: Sendable, Equatable, Codable {
    /// How many answers it keeps.
    public var answers = 0
    /// How many bytes they take where they are kept.
    public var bytes = 0
    /// How many questions were answered without asking the service.
    public var hits = 0
    /// How many questions the service was asked for.
    public var misses = 0
    /// Whether the service is asked at present: `closed` where it is, `open` where it failed too often, `probing` where one
    /// question finds out.
    public var breaker = "closed"
    /// What went wrong last, in a sentence; the latest comes first.
    public var errors: [String] = []

    /// A status of nothing yet.
    public init() {}

    /// The share of questions that were answered without asking, from 0 to 1; `nil` before the first.
    public var hitRate: Double? { hits + misses == 0 ? nil : Double(hits) / Double(hits + misses) }
}
