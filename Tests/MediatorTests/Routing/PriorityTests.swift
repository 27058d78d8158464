@testable import Mediator
@_spi(Host) import ModuleTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A priority` {
    /// Returns a route that answers with its pattern.
    private static func route(_ pattern: String, _ priority: Int) -> Route {
        let location = DeclarationSite(fileID: #fileID, line: #line)
        var route = Route(pattern, verb: .call, access: .modules, location: location) { _ in .value(Payload(pattern)) }
        route.priority = priority
        return route
    }

    /// Patterns with their priorities, a URL, and the pattern that answers.
    static let rows: [(routes: [String: Int], url: String, answer: String?)] = [
        (["/rent/list": 0, "/rent/:id": 0], "app://rent/list", "/rent/list"),
        (["/rent/list": 0, "/rent/:id": 1], "app://rent/list", "/rent/:id"),
        (["/rent/list": 0, "/*rest": 1], "app://rent/list", "/*rest"),
        (["/rent/list": -1, "/*rest": 0], "app://rent/list", "/*rest"),
        (["/rent/list": 2, "/rent/:id": 1, "/*rest": 3], "app://rent/7", "/*rest"),
        (["/rent/list": 2, "/rent/:id": 3, "/*rest": 1], "app://rent/list", "/rent/:id"),
        (["/rent/list": 0, "/rent/:id": 9], "app://rent/list/photo", nil),
        (["/rent/:id": 0, "/rent/:number": 1], "app://rent/7", "/rent/:number"),
        (["/rent/:id": 1, "/rent/:number": 0], "app://rent/7", "/rent/:id"),
        (["/rent/:id<int>": 0, "/rent/:id": 1], "app://rent/7", "/rent/:id"),
        (["/rent(/:id)": 1, "/rent/list": 0], "app://rent/list", "/rent(/:id)"),
        (["/rent(/:id)": 0, "/rent/list": 0], "app://rent/list", "/rent/list"),
        (["/rent/*rest?": 1, "/rent": 0], "app://rent", "/rent/*rest?"),
        // A pattern with the URL's scheme comes first, regardless of the priorities.
        (["app://rent/:id": 0, "/rent/:id": 9], "app://rent/7", "app://rent/:id"),
        (["app://rent/:id": 0, "/rent/:id": 9], "other://rent/7", "/rent/:id"),
    ]

    @Test(arguments: rows) func `a higher priority precedes a more specific pattern`(
        _ row: (routes: [String: Int], url: String, answer: String?)
    ) async throws {
        let routes = row.routes.sorted { $0.key < $1.key }.map(Self.route)
        for order in [routes, routes.reversed()] {
            let mediator = Switchboard(navigator: RecordingNavigator())
            try mediator.register(order, owner: "Rent")
            #expect(
                try mediator.availability(of: RouteURL(row.url), for: .call, origin: .shell)
                    == (row.answer == nil ? .no : .yes))
            guard let answer = row.answer else { continue }
            #expect(try await mediator.call(RouteURL(row.url), as: String.self, origin: .shell) == answer)
        }
    }

    @Test func `an explanation gives the priority as the reason for the later routes`() throws {
        let routes = ["/rent/list": 0, "/rent/:id": 2, "/*rest": -1].map(Self.route)
        var (table, faults) = (RouteTable(), [RegistrationFault]())
        table.add(routes, owner: "Rent", faults: &faults)
        #expect(faults.isEmpty)
        let reasons = table.explain(RouteURL("/rent/list")).candidates.map { "\($0.pattern): \($0.reason)" }
        #expect(
            reasons == [
                "/rent/:id: taken", "/rent/list: its priority 0 is lower than 2",
                "/*rest: its priority -1 is lower than 0",
            ])
    }

    @Test func `a different priority resolves a conflict, and an equal priority does not`() throws {
        let mediator = Switchboard(navigator: RecordingNavigator())
        try mediator.register([Self.route("/rent/:id", 1)], owner: "Rent")
        try mediator.register([Self.route("/rent/:home", 2), Self.route("/rent/:house", 0)], owner: "Homes")
        #expect(throws: RegistrationError.self) {
            try mediator.register([Self.route("/rent/:flat", 2)], owner: "Flats")
        }
    }
}
