import ModuleRoutes
import ModuleTesting
import TestSupport
import Testing

@testable import NewHome

struct NewHomeTests {
    static let stubs: [String: Stub] = [
        "https://newhome.test/homes": .handler(.call) { _ in
            .value(try Payload(json: try ExampleServices.answer(of: "newhome", to: "homes")))
        }
    ]

    @Test func `the list links to every project, and each link opens a page`() async throws {
        let homes = try await ModuleHarness(NewHomeModule.self, stubs: Self.stubs)
        try await homes.open("app://newhome/list", origin: .external)
        let links = try #require(homes.page).links
        #expect(links.map(\.title) == ["钱塘湾云邸", "Riverside Garden", "亦庄书院"])
        for link in links { #expect(try await homes.open(link.url).outcome == .shown) }
    }

    @Test func `a project's page shows its facts and floor plans`() async throws {
        let homes = try await ModuleHarness(NewHomeModule.self, stubs: Self.stubs)
        try await homes.open("app://newhome/riverside-garden")
        let text = try #require(homes.text(width: 80))
        #expect(text.contains("Opening: 2026-12"))
        #expect(text.contains("105 m², 3 rooms"))
        #expect(homes.page?.links.map(\.url) == ["app://newhome/list"])
    }

    @Test func `a project links to the map if a map module is installed`() async throws {
        let map = ["app://map/nearby": Stub.answer(Page("Nearby"))]
        let homes = try await ModuleHarness(NewHomeModule.self, stubs: Self.stubs.merging(map) { $1 })
        try await homes.open("app://newhome/yizhuang-court")
        try await homes.choose("Homes nearby")
        #expect(homes.page?.title == "Nearby")
    }

    @Test func `a project's coordinate is read as longitude, then latitude`() async throws {
        let homes = try await ModuleHarness(NewHomeModule.self, stubs: Self.stubs)
        let route = try #require(homes.routes(labelled: "map.homes").first)
        let annotations: [Annotation] = try await homes.call(try #require(route.url))
        let expected = Annotation(
            title: "钱塘湾云邸", price: "¥48000 a m²", latitude: 30.246, longitude: 120.211,
            url: "app://newhome/qiantang-bay")
        #expect(annotations.first == expected)
    }

    @Test(arguments: [
        "https://sh.example.com/loupan/riverside-garden", "https://bj.example.org/loupan/riverside-garden",
    ])
    func `a URL of each city's website opens the project`(url: String) async throws {
        let homes = try await ModuleHarness(NewHomeModule.self, stubs: Self.stubs)
        try await homes.open(RouteURL(url), origin: .external)
        #expect(homes.page?.title == "Riverside Garden")
    }

    @Test func `an unknown project is refused with its name`() async throws {
        let homes = try await ModuleHarness(NewHomeModule.self, stubs: Self.stubs)
        await #expect(throws: ProjectError.unknown("castle")) { try await homes.open("app://newhome/castle") }
        #expect("\(ProjectError.unknown("castle"))".hasSuffix("choose one from app://newhome/list"))
    }

    @Test(arguments: ["[121.5]", #"{"lat": 1, "lng": 2}"#, #"["121.5", "31.2"]"#])
    func `a coordinate of the wrong form is one error that names the field`(coordinate: String) async throws {
        let json = """
            {"projects": [{"project": "a", "loupan_name": "A", "coordinate": \(coordinate), "average_price": 1,
              "opening": "2027-01", "plans": []}]}
            """
        let stub = Stub.handler(.call) { _ in .value(try Payload(json: Array(json.utf8))) }
        let homes = try await ModuleHarness(NewHomeModule.self, stubs: ["https://newhome.test/homes": stub])
        let error = await #expect(throws: RequestError.self) { try await homes.open("app://newhome/list") }
        #expect(error?.code == .unreadableValue)
        #expect(error?.description.contains("coordinate") == true)
    }

    @Test func `NewHome follows the rules of modules`() async {
        let json = """
            {"projects": [{"project": "example", "loupan_name": "A", "coordinate": [1, 2], "average_price": 3,
              "opening": "2027-01", "plans": []}]}
            """
        let stub = Stub.handler(.call) { _ in .value(try Payload(json: Array(json.utf8))) }
        let report = await ModuleCheck.report(NewHomeModule.self, stubs: ["https://newhome.test/homes": stub])
        #expect(report.faults == [] && report.warnings == [], "\(report)")
        #expect((report.answered, report.asked) == (3, 3))
    }
}
