@_spi(Host) import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A request of a module by its URL` {
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

    @Test func `a context gives a route the values of a URL`() async throws {
        let (slashed, blank, number) = ("a/b", "é ", 1)
        try await context.open("app://homes/\(slashed)")
        #expect(navigator.page?.title == "a/b")
        #expect(try await context.call("app://homes/name/\(blank)", as: String.self) == "é ")
        #expect(try await context.call("app://homes/add/\(number)", [2, 4], as: Int.self) == 7)
        #expect(try context.canOpen(RouteURL(matching: "/homes/:id", ["id": number])) == .yes)
        #expect(try context.canOpen("app://homes/add/\(number)", for: .call) == .yes)
        #expect(try context.canOpen("app://nobody") == .no)
    }

    @Test func `a context that asks for an invalid URL is told the value at fault`() async throws {
        let absent = ""
        for url: RouteURL in ["app://homes/\(absent)", RouteURL(matching: "/homes/:id", ["id": absent])] {
            let requests: [() async throws -> Void] = [
                { try await context.open(url) },
                { _ = try await context.open(url, awaiting: Int.self) },
                { _ = try await context.call(url, as: Int.self) },
                { _ = try await context.call(url, 1, as: Int.self) },
                { _ = try context.canOpen(url) },
            ]
            for request in requests {
                await #expect {
                    try await request()
                } throws: { error in
                    guard case RequestError.invalidURL(url.text, .unwritable(_, ""), nil) = error else { return false }
                    return "\(error)".contains("give a text that is not empty")
                }
            }
        }
        #expect(navigator.commands.isEmpty)
    }
}
