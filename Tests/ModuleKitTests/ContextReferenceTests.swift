@_spi(Host) import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A request by a reference` {
    private let navigator = RecordingNavigator()
    private let context: ModuleContext

    init() throws {
        let mediator = Switchboard(navigator: navigator)
        context = ModuleContext(name: "Asker", mediator: mediator)
        try mediator.register(
            [
                Open("/homes/:id") { request in Page(try request.parameters.value("id")) {} }.route,
                Open("/homes/pick") { NavigationCommand.dismiss(value: Payload(7)) }.route,
                Call("/homes/add/:id<int>") { request in
                    try request.parameters.value("id") + (try request.body(as: [Int].self).reduce(0, +))
                }.route,
                Call("/homes/name/:id") { request in try request.parameters.value("id", as: String.self) }.route,
            ], owner: "Homes")
    }

    @Test func `a context asks by a reference as by its URL`() async throws {
        try await context.open(RouteReference("/homes/:id", ["id": "a/b"]))
        #expect(navigator.page?.title == "a/b")
        #expect(try await context.call(RouteReference("/homes/name/:id", ["id": "é "]), as: String.self) == "é ")
        #expect(try await context.call(RouteReference("/homes/add/:id", ["id": 1]), [2, 4], as: Int.self) == 7)
        #expect(try context.canOpen(RouteReference("/homes/:id", ["id": 1])) == .yes)
        #expect(try context.canOpen(RouteReference("/homes/add/:id", ["id": 1]), for: .call) == .yes)
        #expect(try context.canOpen(RouteReference("/nobody")) == .no)
    }

    @Test func `a context that asks by a reference is told which parameter gives no URL`() async throws {
        let route = RouteReference("/homes/:id", ["id": ""])
        let requests: [() async throws -> Void] = [
            { try await context.open(route) },
            { _ = try await context.open(route, awaiting: Int.self) },
            { _ = try await context.call(route, as: Int.self) },
            { _ = try await context.call(route, 1, as: Int.self) },
            { _ = try context.canOpen(route) },
        ]
        for request in requests {
            await #expect {
                try await request()
            } throws: { error in
                (error as? RequestError)?.code == .unwritableURL && "\(error)".contains("give a text that is not empty")
            }
        }
        #expect(navigator.commands.isEmpty)
    }
}
