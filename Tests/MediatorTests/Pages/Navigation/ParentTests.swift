@_spi(Host) import ModuleTesting
import TestSupport
import Testing

@testable import Mediator

// flutter/flutter#115355: the pages below a page that a deep link opens.
@Suite(.timeLimit(.minutes(2))) struct `The parent of a page` {
    private static func scene() throws -> Scene {
        return try Scene(
            [
                Open("/rent/list") { _ in Page("List") {} }.parent("/home").route,
                Open("/home", access: .public) { _ in Page("Home") {} }.route,
                Open("/rent/:id") { _ in Page("Detail") {} }.parent("/rent/list").route,
                Open("/rent/:id/photo") { _ in Page("Photo") {} }.parent("/rent/:id").route,
                Open("/secret") { _ in Page("Secret") {} }.parent("/internal").route,
                Open("/internal", access: .internal) { _ in Page("Internal") {} }.route,
                Open("/lost") { _ in Page("Lost") {} }.parent("/nowhere").route,
                Open("/loop") { _ in Page("Loop") {} }.parent("/loop").route,
                Open("/other") { _ in Page("Other") {} }.route,
                Open("/shown", access: .public) { _ in NavigationCommand.present(Page("Presented") {}) }
                    .parent("/home").route,
            ])
    }

    /// The URLs that a person opens, the URL of a link, and the stack after it.
    static let rows: [(before: [RouteURL], link: RouteURL, titles: [String])] = [
        ([], "app://rent/7", ["Home", "List", "Detail"]),
        ([], "app://rent/7/photo", ["Home", "List", "Detail", "Photo"]),
        (["app://rent/list"], "app://rent/7", ["List", "Detail"]),
        (["app://rent/list", "app://other"], "app://rent/7", ["List", "Other", "Home", "List", "Detail"]),
        (["app://rent/7"], "app://rent/7/photo", ["Detail", "Photo"]),
        (["app://rent/8"], "app://rent/7/photo", ["Detail", "Home", "List", "Detail", "Photo"]),
        ([], "app://secret", ["Secret"]), ([], "app://lost", ["Lost"]), ([], "app://other", ["Other"]),
        ([], "app://shown", ["Presented"]),
    ]

    @Test(arguments: rows.indices) func `a link opens the parents of its page below the page`(index: Int) async throws {
        let (before, link, titles) = Self.rows[index]
        let scene = try Self.scene()
        for url in before { _ = try await scene.mediator.open(url, origin: .shell) }
        _ = try await scene.mediator.open(link, origin: .external)
        #expect(await scene.navigator.stack().map(\.title) == titles)
    }

    @Test func `a parent is not opened for a person, a module or a caller that turns parents off`() async throws {
        let scene = try Self.scene()
        _ = try await scene.mediator.open("app://rent/7", origin: .shell)
        _ = try await scene.mediator.open("app://rent/8", origin: .module("Map"))
        var options = RequestOptions()
        options.opensParents = false
        _ = try await scene.mediator.open("app://rent/9", origin: .external, options: options)
        #expect(await scene.navigator.stack().map(\.title) == ["Detail", "Detail", "Detail"])
    }

    @Test func `a page that is its own parent is opened once`() async throws {
        let scene = try Self.scene()
        _ = try await scene.mediator.open("app://loop", origin: .external)
        #expect(await scene.navigator.stack().map(\.title) == ["Loop"])
    }

    /// A parent that leads to a log-in, and a parent that does not end in time.
    @Test(arguments: ["app://guarded", "app://slow"]) func `a waiting parent is left out`(link: RouteURL) async throws {
        let scene = try Scene(
            [
                Open("/guarded") { _ in Page("Guarded") {} }.parent("/vault").route,
                Open("/vault") { _ in Page("Vault") {} }.route,
                Open("/login") { _ in NavigationCommand.present(Page("Log in") {}) }.route,
                Open("/slow") { _ in Page("Slow") {} }.parent("/hanging").route,
                Open("/hanging") { _ in
                    try await Task.sleep(for: .seconds(600))
                    return Page("Hanging") {}
                }.route,
            ], interceptors: [Interceptor("session", on: "/vault") { _ in .detour(to: "app://login") }])
        _ = try await scene.mediator.open(
            link, origin: .external, options: RequestOptions(deadline: .seconds(4)))
        #expect(await scene.navigator.stack().map(\.title) == [link == "app://slow" ? "Slow" : "Guarded"])
    }

    @Test func `a task of a parent's handler is not treated as a parent after the request`() async throws {
        let (go, isOver) = (Promise<Void>(), Promise<Bool>())
        let scene = try Scene([
            Open("/detail") { _ in Page("Detail") {} }.parent("/list").route,
            Open("/list") { _ in
                Task {
                    await go.wait()
                    isOver.fulfill(!Switchboard.isOpeningParent)
                }
                return Page("List") {}
            }.route,
        ])
        _ = try await scene.mediator.open("app://detail", origin: .external)
        go.fulfill(())
        #expect(await isOver.wait())
        #expect(await scene.navigator.stack().map(\.title) == ["List", "Detail"])
    }

    @Test(arguments: ["rent list<", "/rent/:other", "/rent/:id/:part"])
    func `a parent that is not a pattern, or has another parameter, is refused`(parent: String) {
        #expect(throws: RegistrationError.self) {
            try Scene([Open("/rent/:id") { _ in Page("Detail") {} }.parent(parent).route])
        }
    }
}
