import ModuleRoutes
import ModuleTesting
import Testing

@testable import Rent

struct HomeServerTests {
    static let one = """
        [{"id": 9, "title": "Loft", "city": "Beijing", "address": "7", "lat": 39.9, "lng": 116.4, "rooms": 2,
          "monthly_rent": 5000, "landlord": {"id": "li", "name": "Li Mei"}, "colour": "red"}]
        """

    @Test func `the homes come from the server`() async throws {
        let stub = RentServer.answering(Array(Self.one.utf8))
        let rent = try await ModuleHarness(RentModule.self, stubs: ["https://rent.test/homes": stub])
        try await rent.open("app://rent/9")
        #expect(rent.page?.title == "Loft")
        await #expect(throws: HomeError.unknown(42)) { try await rent.open("app://rent/42") }
    }

    @Test func `the map receives a home's place and rent`() async throws {
        let rent = try await ModuleHarness(
            RentModule.self, stubs: ["https://rent.test/homes": RentServer.answering(Array(Self.one.utf8))])
        let route = try #require(rent.routes(labelled: "map.homes").first)
        let annotations: [Annotation] = try await rent.call(try #require(route.url))
        let expected = Annotation(
            title: "Loft", price: "¥5000 a month", latitude: 39.9, longitude: 116.4, url: "app://rent/9")
        #expect(annotations == [expected])
        #expect(rent.routes(labelled: "map.homes", origin: .external).isEmpty)
    }

    @Test(arguments: ["app://rent/list", "app://rent/1", "app://rent/list?max=1"])
    func `an answer of the wrong form is one unreadableValue error`(url: String) async throws {
        let stub = Stub.value(["homes": 7])
        let rent = try await ModuleHarness(RentModule.self, stubs: ["https://rent.test/homes": stub])
        let error = await #expect(throws: RequestError.self) { try await rent.open(RouteURL(url)) }
        #expect(error?.code == .unreadableValue)
        #expect(rent.commands.isEmpty)
    }
}
