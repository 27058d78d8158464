@_spi(Host) import ModuleTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A module's request by URL` {
    private let navigator = RecordingNavigator()
    private let context: ModuleContext

    init() throws {
        let mediator = Switchboard(navigator: navigator)
        context = ModuleContext(name: "Asker", mediator: mediator)
        try mediator.register(
            [
                Open("/homes/:id") { request in Page(try request.parameters.value("id")) {} }.route,
                Open("/homes/pick") { _ in NavigationCommand.dismiss(value: Payload(7)) }.route,
                Call("/homes/add/:id<int>") { request in
                    try request.parameters.value("id") + (try request.decode(as: [Int].self).reduce(0, +))
                }.route,
                Call("/homes/name/:id") { request in try request.parameters.value("id", as: String.self) }.route,
            ], owner: "Homes")
    }

    @Test func `values interpolated into a URL reach the route`() async throws {
        let (slashed, blank, number) = ("a/b", "é ", 1)
        try await context.open("app://homes/\(slashed)")
        #expect(navigator.page?.title == "a/b")
        #expect(try await context.call("app://homes/name/\(blank)", as: String.self) == "é ")
        #expect(try await context.call("app://homes/add/\(number)", [2, 4], as: Int.self) == 7)
        #expect(context.availability(of: RouteURL(matching: "/homes/:id", ["id": number])) == .yes)
        #expect(context.availability(of: "app://homes/add/\(number)", for: .call) == .yes)
        #expect(context.availability(of: "app://nobody") == .no)
    }

    @Test func `canOpen is true for available and undecided URLs, and false after the module has left`() throws {
        struct Remote: Resolver {
            let name = "remote"
            func resolve(_ question: Question) -> Resolution? { nil }
            func canResolve(_ url: RouteURL) -> Availability { url.segments.first == "far" ? .undecided : .no }
        }
        let validity = ContextValidity()
        let mediator = Switchboard(navigator: navigator, resolvers: [Remote()])
        try mediator.register([Open("/near") { _ in Page("") }.route], owner: "Near")
        let context = ModuleContext(name: "Asker", mediator: mediator, validity: validity)
        let rows: [(url: RouteURL, availability: Availability)] = [
            ("app://near", .yes), ("app://far", .undecided), ("app://nowhere", .no), ("no URL", .no),
        ]
        for row in rows {
            #expect(context.availability(of: row.url) == row.availability)
            #expect(context.canOpen(row.url) == (row.availability != .no))
        }
        validity.end()
        #expect(!context.canOpen("app://near") && context.availability(of: "app://near") == .no)
    }

    @Test func `a URL with an empty value is refused with a remedy`() async throws {
        let absent = ""
        for url: RouteURL in ["app://homes/\(absent)", RouteURL(matching: "/homes/:id", ["id": absent])] {
            let requests: [() async throws -> Void] = [
                { try await context.open(url) },
                { _ = try await context.open(url, awaiting: Int.self) },
                { _ = try await context.call(url, as: Int.self) },
                { _ = try await context.call(url, 1, as: Int.self) },
            ]
            #expect(!context.canOpen(url))
            for request in requests {
                await #expect {
                    try await request()
                } throws: { error in
                    guard case .invalidURL(url.text, _, nil) = (error as? RequestError)?.reason else { return false }
                    return "\(error)".contains("give a text that is not empty")
                }
            }
        }
        #expect(navigator.commands.isEmpty)
    }
}
