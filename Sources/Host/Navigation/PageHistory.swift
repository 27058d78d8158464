/// The pages that were on top, in order.
struct PageHistory: Sendable {
    /// A page that came on top.
    struct Visit: Sendable, Equatable, Encodable {
        let url: String
        let title: String
        /// The name of the command that brought it.
        let command: String
    }

    /// How many visits are kept.
    static let limit = 1_000

    /// The oldest first.
    private(set) var visits: [Visit] = []

    mutating func add(_ visit: Visit) {
        if visits.count == Self.limit { visits.removeFirst() }
        visits.append(visit)
    }
}
