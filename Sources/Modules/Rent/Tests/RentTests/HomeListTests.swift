import ModuleTesting
import Testing

@testable import Rent

struct HomeListTests {
    @Test func `the list links to every home, then to every city`() async throws {
        let rent = try await ModuleHarness(RentModule.self, stubs: RentServer.stubs)
        let feedback = try await rent.open("app://rent/list", origin: .external)
        #expect(feedback.outcome == .shown)
        let page = try #require(rent.page)
        let cities = ["Beijing", "Hangzhou", "Shanghai"].map { RouteURL("app://rent/list?city=\($0)") }
        #expect(page.links.map(\.url) == (try RentServer.homes()).map(\.url) + cities)
    }

    @Test func `every link of the list opens a page`() async throws {
        let rent = try await ModuleHarness(RentModule.self, stubs: RentServer.stubs)
        try await rent.open("app://rent/list?max=1")
        let links = try #require(rent.page).links + RentServer.homes().map { Link($0.title, to: $0.url) }
        for link in links {
            #expect(try await rent.open(link.url).outcome == .shown)
        }
    }

    @Test(arguments: [
        ("?city=Shanghai", [1, 2, 3]),
        ("?city=shanghai", [1, 2, 3]),
        ("?city=", [1, 2, 3, 4, 5, 6, 42]),
        ("?max=4200", [3, 5, 42]),
        ("?city=Hangzhou&max=7199", [42]),
        ("?city=Hangzhou&max=7200", [6, 42]),
        ("?city=Beijing&city=Hangzhou", [6, 42]),
        ("?colour=red", [1, 2, 3, 4, 5, 6, 42]),
        ("?city=%E4%B8%8A%E6%B5%B7", []),
        ("?max=0", []),
        ("?max=-1", []),
    ])
    func `a query filters the list`(query: String, expected: [Int]) async throws {
        let rent = try await ModuleHarness(RentModule.self, stubs: RentServer.stubs)
        try await rent.open(RouteURL("app://rent/list" + query))
        let urls = try #require(rent.page).links.map(\.url)
        #expect(urls.filter { $0.segments.last != "list" } == expected.map { RouteURL("app://rent/\($0)") })
    }

    @Test func `a city's link opens its homes, whatever characters its name has`() async throws {
        let cities = ["New York", "Bath&max=4000", "a/b", "..", "#1", "100%", "上海"]
        let stub = RentServer.answering(RentServer.homes(in: cities))
        let rent = try await ModuleHarness(RentModule.self, stubs: ["https://rent.test/homes": stub])
        try await rent.open("app://rent/list")
        let links = try #require(rent.page).links.filter { $0.title.hasPrefix("Only ") }
        #expect(Set(links.map(\.title)) == Set(cities.map { "Only \($0)" }))
        for link in links {
            try await rent.open(link.url)
            let city = String(link.title.dropFirst("Only ".count))
            let number = try #require(cities.firstIndex(of: city)) + 1
            let shown = try #require(rent.page).links.map(\.url).filter { $0.segments.last != "list" }
            #expect(shown == ["app://rent/\(number)"], "\(city): \(link.url)")
        }
    }

    @Test func `an empty list names a remedy and links to all homes`() async throws {
        let rent = try await ModuleHarness(RentModule.self, stubs: RentServer.stubs)
        try await rent.open("app://rent/list?max=1")
        let page = try #require(rent.page)
        #expect(page.elements.first == .text(Text("No home fits; ask for another city or a higher rent.")))
        #expect(page.links.last == Link("All homes", to: "app://rent/list"))
    }

    @Test(arguments: ["cheap", "", "4200.5", "99999999999999999999"])
    func `a highest rent that is not a whole number is refused`(text: String) async throws {
        let rent = try await ModuleHarness(RentModule.self)
        await #expect(throws: ParametersError([.mistyped(name: "max", found: text, expected: "Int")])) {
            try await rent.open(RouteURL("app://rent/list?max=" + text))
        }
        #expect(rent.commands.isEmpty)
    }
}
