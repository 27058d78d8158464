@_spi(Host) import ModuleTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A parameter` {
    /// A URL, the value of `id` that the handler reads, and all values of `id`.
    static let rows: [(url: String, one: String?, all: [String])] = [
        ("app://rent/42", "42", ["42"]),
        ("app://rent/42?id=7", "42", ["42"]),
        ("app://rent/42?id=7&id=8", "42", ["42"]),
        ("app://list?id=7", "7", ["7"]),
        ("app://list?id=7&id=8&ID=9", "8", ["7", "8"]),
        ("app://list?id", "", [""]),
        ("app://list", nil, []),
        ("app://file/?id=7", "", [""]),
        ("app://file/a/b?id=7", "a/b", ["a/b"]),
    ]

    @Test(arguments: rows) func `a path parameter hides query parameters of its name, and the last of several is used`(
        _ row: (url: String, one: String?, all: [String])
    ) async throws {
        let mediator = Switchboard(navigator: RecordingNavigator())
        @Sendable func read(_ request: Request) throws -> [[String]] {
            let value: String? = try request.parameters.optional("id")
            #expect(value == request.parameters["id"])
            return [[request.parameters["id"]].compactMap(\.self), request.parameters.all("id")]
        }
        @RoutesBuilder var routes: [Route] {
            Call("/rent/:id") { try read($0) }
            Call("/list") { try read($0) }
            Call("/file/*id?") { try read($0) }
        }
        try mediator.register(routes, owner: "Rent")
        let found = try await mediator.call(RouteURL(row.url), as: [[String]].self, origin: .shell)
        #expect(found == [[row.one].compactMap(\.self), row.all])
    }
}
