/// What is asked for a URL that no module answers: a table, an HTTP service, or another kind.
///
/// Resolvers are asked in order until one has an answer. The mediator calls them from any task.
public protocol Resolver: Sendable {
    /// The resolver's name in messages, such as the address of its service.
    var name: String { get }

    /// The answer to a question, or `nil` where this resolver has none.
    func resolve(_ question: Question) async throws(ResolverError) -> Resolution?

    /// Whether `resolve(_:)` would answer, as far as that is known without asking anybody.
    func canResolve(_ url: RouteURL) -> Availability

    /// What this resolver would answer without asking anybody, or `nil` where it would have to ask.
    func recall(_ question: Question) -> RecalledAnswer?

    /// How the resolver fares, or `nil` for one that keeps nothing and cannot fail.
    var status: ResolverStatus? { get }

    /// Forgets every answer that it keeps.
    func flush() throws(ResolverError)

    /// The file that the resolver's endpoint itself is, such as a plugin that was offered.
    ///
    /// - Parameters:
    ///   - limit: the most bytes that it may have.
    ///   - time: how long all of it may take.
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
        throw .unavailable(resolver: name, reason: "it is none of those that have files")
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
