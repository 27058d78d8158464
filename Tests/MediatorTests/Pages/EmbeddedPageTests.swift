@_spi(Host) import ModuleTesting
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A call for a page` {
    private final class Lines: ViewModel {
        let lines = Live(["first"])

        var content: [PageElement] { for line in lines.value { Text(line) } }

        func receive(_ message: String) { lines.update { $0.append(message) } }
    }

    private static let map = Page("Map") { Text("Here") }

    private static func scene() throws -> Scene {
        try Scene(
            [
                Open("/map") { _ in map }.route,
                Open("/presented") { _ in NavigationCommand.unasked(.present(map)) }.route,
                Open("/both") { _ in NavigationCommand.sequence([.popToRoot, .push(map)]) }.route,
                Open("/moved") { _ in Response.redirect(to: "app://map") }.route,
                Open("/private", access: .modules) { _ in map }.route, Open("/nothing") { _ in Response.done }.route,
                Open("/back") { _ in NavigationCommand.pop }.route,
                Open("/web") { _ in NavigationCommand.web(url: "https://example.com") }.route,
                Open("/once") { _ in map }.suppressingDuplicates(within: .seconds(60)).route,
                Open("/declined") { _ in Response.declined }.route, Fallback("/declined") { _ in map }.routes[0],
                Call("/value") { _ in map }.route, Call("/text") { _ in "no page" }.route,
            ])
    }

    /// URLs that answer with the page.
    @Test(arguments: ["map", "presented", "both", "moved", "value", "once", "declined"])
    func `a call for a page returns the page that an open would show, and does not navigate`(_ path: String)
        async throws
    {
        let scene = try Self.scene()
        for _ in 0..<2 {
            let page = try await scene.mediator.call(
                "app://\(path)", as: Page.self, origin: .shell, options: Scene.patient)
            #expect(page == Self.map)
        }
        #expect(scene.navigator.commands.isEmpty)
    }

    /// URLs without a page for the caller, and a part of the error.
    static let refusals: [(path: String, origin: Origin, says: String)] = [
        ("private", .external, "/private"), ("nothing", .shell, "with nothing"), ("back", .shell, "the command pop"),
        ("web", .shell, "the command web"), ("text", .shell, "app://text"), ("absent", .shell, "app://absent"),
    ]

    @Test(arguments: refusals) func `a call for a page fails if the route does not show a page`(
        _ row: (path: String, origin: Origin, says: String)
    ) async throws {
        let scene = try Self.scene()
        let error = await #expect(throws: RequestError.self) {
            try await scene.mediator.call(
                "app://\(row.path)", as: Page.self, origin: row.origin, options: Scene.patient)
        }
        #expect(error.map { "\($0)".contains(row.says) } == true, "\(String(describing: error))")
        #expect(scene.navigator.commands.isEmpty)
    }

    @Test func `a call for a page runs the interceptors that cover the URL`() async throws {
        let scene = try Self.scene()
        try scene.register(
            interceptors: [Interceptor("guard", on: "/map") { _ in .refuse("it is closed; come back later") }],
            owner: "Guard")
        let error = await #expect(throws: RequestError.self) {
            try await scene.mediator.call("app://map", as: Page.self, origin: .shell, options: Scene.patient)
        }
        guard case .refused = error?.reason else {
            Issue.record(Comment(rawValue: String(describing: error)))
            return
        }
    }

    @Test func `a call for another type is not answered by an open route`() async throws {
        let scene = try Self.scene()
        guard case .wrongVerb = await scene.failure(of: "app://map")?.reason else {
            Issue.record("it was answered")
            return
        }
    }

    @Test func `a page that was called keeps its module's lease while another page shows it`() async throws {
        let ended = Mutex(false)
        let scene = try Scene()
        var lines = Registration(owner: "Lines")
        lines.routes = [Open("/lines") { _ in Page("Lines", showing: Lines()) }.route]
        lines.pageLease = { Lease(owner: "Lines") { ended.withLock { $0 = true } } }
        try scene.mediator.register(lines)
        var part: Page? = try await scene.mediator.call(
            "app://lines", as: Page.self, origin: .shell, options: Scene.patient)
        var page: Page? = part.map { part in Page("Both") { Container("lines", showing: part) } }
        part = nil
        #expect(page?.isLive == true)
        #expect(!ended.withLock { $0 })
        page = nil
        #expect(ended.withLock { $0 })
    }

    @Test func `a page that was called stays live in a container`() async throws {
        let model = Lines()
        let scene = try Scene([Open("/lines") { _ in Page("Lines", showing: model) }.route])
        let part = try await scene.mediator.call("app://lines", as: Page.self, origin: .shell, options: Scene.patient)
        let page = Page("Both") {
            Heading("Above")
            Container("lines", showing: part)
        }
        #expect(page.isLive)
        model.lines.value = ["first", "second"]
        guard case .container(let container)? = page.current.elements.last else {
            Issue.record("no container")
            return
        }
        #expect(container.content == [.text(Text("first")), .text(Text("second"))])
    }
}
