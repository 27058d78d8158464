import ModuleTesting
import Testing

@testable import Patterns

@Suite struct PatternsModuleTests {
    @Test(arguments: PatternsModule.scenes.map(\.name))
    func `a pattern shows the subject, and one of its parts receives the tap`(name: String) async throws {
        let patterns = try await ModuleHarness(PatternsModule.self)
        try await patterns.open("app://patterns/\(name)")
        let elements = try #require(patterns.page).elements
        #expect(
            elements.prefix(5) == [
                .heading(Heading("Boxfish")), .image(Image("Boxfish", at: "https://example.com/boxfish.png")),
                .text(Text("标题0, 1 hour ago")), .text(Text("标题1, 3 minutes ago")),
                .field(Field("Tap", "not tapped")),
            ])
        try await patterns.choose("Tap the app")
        let after = try #require(patterns.page).elements
        #expect(after != elements)
        #expect(after.contains { "\($0)".contains("heard by the ") })
    }

    @Test func `the list links to each pattern`() async throws {
        let patterns = try await ModuleHarness(PatternsModule.self)
        try await patterns.open("app://patterns")
        let links = try #require(patterns.page).links
        #expect(links.count == PatternsModule.scenes.count)
        for link in links { try await patterns.open(link.url) }
    }

    @Test func `two patterns on one page receive their taps separately`() async throws {
        let patterns = try await ModuleHarness(PatternsModule.self)
        try await patterns.open("app://patterns/mvc/beside/mvp")
        try await patterns.choose("Tap the app")
        let page = try #require(patterns.page)
        #expect("\(page.elements)".contains("heard by the controller"))
        #expect(!"\(page.elements)".contains("heard by the presenter"))
        #expect(patterns.commands.count == 1)
    }

    @Test func `the store keeps the taps and the news after a restart`() async throws {
        let first = try await ModuleHarness(PatternsModule.self)
        try await first.open("app://patterns/mvcs")
        try await first.choose("Tap the app")
        let second = try await first.restart()
        try await second.open("app://patterns/mvcs")
        try await second.choose("Tap the app")
        #expect(second.text()?.contains("heard by the controller, tap 2 in the store") == true)
        #expect(try await second.storage.records(News.self).count() == 2)
    }

    @Test func `a fat and a slim model are shown on one page`() async throws {
        let patterns = try await ModuleHarness(PatternsModule.self)
        try await patterns.open("app://patterns/models")
        #expect(patterns.text()?.contains("gapString: 3 minutes ago") == true)
        #expect(patterns.text()?.contains("timestamp: 1600003420") == true)
    }

    @Test func `two kinds of cells have the same layout`() async throws {
        let patterns = try await ModuleHarness(PatternsModule.self)
        try await patterns.open("app://patterns/cells")
        let layouts = try #require(patterns.page).elements.compactMap { element in
            if case .container(let cell) = element { cell.layout } else { nil }
        }
        #expect(layouts == [Cells.LeftAndRest().layout, Cells.LeftAndRest().layout])
    }

    @Test func `a caller presents a page that its route would push`() async throws {
        let patterns = try await ModuleHarness(PatternsModule.self)
        try await patterns.open("app://patterns/presented/mvp")
        #expect(patterns.commands.map(\.name) == ["present"])
    }

    @Test func `an unknown pattern has no route`() async throws {
        let patterns = try await ModuleHarness(PatternsModule.self)
        await #expect(throws: RequestError.self) { try await patterns.open("app://patterns/mvx") }
        #expect(patterns.commands.isEmpty)
    }

    @Test(arguments: [
        (0, "just now"), (59, "just now"), (180, "3 minutes ago"), (3600, "1 hour ago"), (7200, "2 hours ago"),
        (86_400, "2020-09-12 13:26"),
    ])
    func `a fat model and the helper of a slim model return the same age`(age: Int, text: String) {
        let news = News(id: 0, title: "标题", timestamp: present - age)
        #expect(FatNews(news).gapString() == text)
        #expect(NewsAge(now: present).gapString(of: news) == text)
    }
}
