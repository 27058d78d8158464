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
