import ModuleTesting
import Testing

@testable import Rent

struct HomeSearchTests {
    /// Another module's type for the parts of a home that it reads.
    struct Reader: Decodable, Equatable {
        let id: Int
        let title: String
    }

    @Test(arguments: [
        (HomeQuery(), [1, 2, 3, 4, 5, 6, 42]),
        (HomeQuery(city: "Beijing"), [4, 5]),
        (HomeQuery(maximumRent: 3600), [5, 42]),
        (HomeQuery(city: "beijing", maximumRent: 3600), [5]),
        (HomeQuery(city: "Nowhere"), []),
    ])
    func `other modules find homes by a query`(query: HomeQuery, expected: [Int]) async throws {
        let rent = try await ModuleHarness(RentModule.self, stubs: RentServer.stubs)
        let homes: [Home] = try await rent.call("app://rent/search", query, origin: .module("Coupons"))
        #expect(homes.map(\.id) == expected)
        #expect(rent.commands.isEmpty)
    }

    @Test func `a module can search with JSON and its own types`() async throws {
        let rent = try await ModuleHarness(RentModule.self, stubs: RentServer.stubs)
        let body = try Payload(json: Array(#"{"city":"Hangzhou","max":3000}"#.utf8))
        let homes: [Reader] = try await rent.call("app://rent/search", body)
        #expect(homes == [Reader(id: 42, title: "Studio above the bookshop")])
    }

    @Test(arguments: [#"{"max":"cheap"}"#, #"{"city":1}"#, "[]", "null", #""Beijing""#])
    func `a body of the wrong form is refused`(json: String) async throws {
        let rent = try await ModuleHarness(RentModule.self)
        let body = try Payload(json: Array(json.utf8))
        await #expect(throws: ParametersError.self) {
            try await rent.call("app://rent/search", body, as: [Home].self)
        }
    }

    @Test(arguments: [
        ("app://rent/search", [1, 2, 3, 4, 5, 6, 42]),
        ("app://rent/search?city=Beijing", [4, 5]),
        ("app://rent/search?city=Beijing&max=3600", [5]),
    ])
    func `the query may be in the URL`(url: String, expected: [Int]) async throws {
        let rent = try await ModuleHarness(RentModule.self, stubs: RentServer.stubs)
        let homes: [Home] = try await rent.call(RouteURL(url))
        #expect(homes.map(\.id) == expected)
    }

    @Test func `the body's parameters take precedence over the URL's parameters`() async throws {
        let rent = try await ModuleHarness(RentModule.self, stubs: RentServer.stubs)
        let homes: [Home] = try await rent.call("app://rent/search?city=Shanghai&max=3600", HomeQuery(city: "Beijing"))
        #expect(homes.map(\.id) == [5])
    }

    @Test func `a search can be called but not opened`() async throws {
        let rent = try await ModuleHarness(RentModule.self)
        let error = await #expect(throws: RequestError.self) { try await rent.open("app://rent/search") }
        #expect(error?.code == .wrongVerb)
    }

    @Test func `the demonstration's homes have unique numbers and URL-safe landlords and cities`() throws {
        let homes = try RentServer.homes()
        #expect(Set(homes.map(\.id)).count == homes.count)
        for text in homes.flatMap({ [$0.landlord.id, $0.city] }) {
            #expect(text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
        }
    }
}
