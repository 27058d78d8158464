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
