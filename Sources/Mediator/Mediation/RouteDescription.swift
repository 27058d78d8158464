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

    init(_ entry: RouteTable.Entry) {
        pattern = entry.route.pattern
        verb = entry.route.verb
        access = entry.route.access
        owner = entry.owner
    }
}
