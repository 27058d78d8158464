/// A page that came on top.
struct PageVisit: Sendable, Encodable {
    /// The maximum number of kept visits.
    static let limit = 1_000

    let url: String
    let title: String
    let command: String
}
