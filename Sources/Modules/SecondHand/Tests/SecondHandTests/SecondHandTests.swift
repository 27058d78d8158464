import ModuleRoutes
import ModuleTesting
import TestSupport
import Testing

@testable import SecondHand

struct SecondHandTests {
    static let stubs: [String: Stub] = [
        "https://secondhand.test/homes": .handler(.call) { _ in
            .value(try Payload(json: try ExampleServices.answer(of: "secondhand", to: "homes")))
        }
    ]

    @Test func `the list links to every house, and each link opens a page`() async throws {
        let homes = try await ModuleHarness(SecondHandModule.self, stubs: Self.stubs)
        try await homes.open("app://secondhand/list", origin: .external)
        let links = try #require(homes.page).links
        #expect(links.map(\.url) == (101...105).map { RouteURL("app://secondhand/\($0)") })
        for link in links { #expect(try await homes.open(link.url).outcome == .shown) }
    }

    @Test func `a house is shown with its price per square metre`() async throws {
        let homes = try await ModuleHarness(SecondHandModule.self, stubs: Self.stubs)
        try await homes.open("app://secondhand/103")
        let page = try #require(homes.page)
        #expect(page.title == "Flat by the Drum Tower")
        #expect(page.elements.contains(.field(Field("Price per m²", "¥118750"))))
        #expect(page.links.map(\.url) == ["app://secondhand/list"])
    }

    @Test func `a house links to the map if a map module is installed`() async throws {
        let map = ["app://map/nearby": Stub.answer(Page("Nearby"))]
        let homes = try await ModuleHarness(SecondHandModule.self, stubs: Self.stubs.merging(map) { $1 })
        try await homes.open("app://secondhand/103")
        try await homes.choose("Homes nearby")
        #expect(homes.page?.title == "Nearby")
    }

    @Test func `the map receives a house's place and price`() async throws {
        let homes = try await ModuleHarness(SecondHandModule.self, stubs: Self.stubs)
        let route = try #require(homes.routes(labelled: "map.homes").first)
        let annotations: [Annotation] = try await homes.call(try #require(route.url))
        let expected = Annotation(
            title: "永嘉路老洋房", price: "¥1180万", latitude: 31.2105, longitude: 121.452, url: "app://secondhand/101")
        #expect(annotations.first == expected)
    }

    @Test(arguments: [0, 42, -1])
    func `an unknown house is refused with its number`(id: Int) async throws {
        let homes = try await ModuleHarness(SecondHandModule.self, stubs: Self.stubs)
        await #expect(throws: HouseError.unknown(id)) { try await homes.open("app://secondhand/\(id)") }
        #expect("\(HouseError.unknown(id))".hasSuffix("choose one from app://secondhand/list"))
    }

    @Test func `the website's name for the business opens the house`() async throws {
        let homes = try await ModuleHarness(SecondHandModule.self, stubs: Self.stubs)
        try await homes.open("app://ershoufang/102")
        #expect(homes.page?.title == "陆家嘴江景三居")
    }

    @Test func `an unknown part of the website opens the list`() async throws {
        let homes = try await ModuleHarness(SecondHandModule.self)
        try await homes.open("app://secondhand/101/photos")
        #expect(homes.page?.links.map(\.url) == ["app://secondhand/list"])
    }

    @Test func `an empty list explains that no home is for sale`() async throws {
        let stubs = ["https://secondhand.test/homes": Stub.value(["houses": [Int]()])]
        let homes = try await ModuleHarness(SecondHandModule.self, stubs: stubs)
        try await homes.open("app://secondhand/list")
        #expect(homes.page?.elements == [.text(Text("No home is for sale now; come back later."))])
    }

    @Test func `a house without a floor area has no price per square metre`() {
        let place = House.Location(latitude: 0, longitude: 0)
        let house = House(id: 1, name: "", location: place, floorArea: 0, totalPrice: 1, built: 1)
        #expect(house.pricePerSquareMetre == nil)
    }

    @Test func `SecondHand follows the rules of modules`() async {
        let house = """
            {"house_id": 1, "name": "A", "location": {"latitude": 1, "longitude": 2}, "floor_area": 3, "total_price": 4,
              "built": 5}
            """
        let stub = Stub.handler(.call) { _ in .value(try Payload(json: Array(#"{"houses": [\#(house)]}"#.utf8))) }
        let report = await ModuleCheck.report(SecondHandModule.self, stubs: ["https://secondhand.test/homes": stub])
        #expect(report.faults == [] && report.warnings == [], "\(report)")
        #expect((report.answered, report.asked) == (4, 4))
    }
}
