import ModuleTesting
import Testing

@testable import Rent

struct HomeSearchTests {
    /// What another module might read of a home, with a type of its own.
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

    @Test func `query and answer are JSON, so that no type is shared`() async throws {
        let rent = try await ModuleHarness(RentModule.self, stubs: RentServer.stubs)
        let body = try Payload(json: Array(#"{"city":"Hangzhou","max":3000}"#.utf8))
        let homes: [Reader] = try await rent.call("app://rent/search", body)
        #expect(homes == [Reader(id: 42, title: "Studio above the bookshop")])
    }

    @Test(arguments: [#"{"max":"cheap"}"#, #"{"city":1}"#, "[]", "null", #""Beijing""#])
    func `a body of another shape is refused`(json: String) async throws {
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
    func `the query may stand in the URL`(url: String, expected: [Int]) async throws {
        let rent = try await ModuleHarness(RentModule.self, stubs: RentServer.stubs)
        let homes: [Home] = try await rent.call(RouteURL(url))
        #expect(homes.map(\.id) == expected)
    }

    @Test func `a body's query goes before the URL's`() async throws {
        let rent = try await ModuleHarness(RentModule.self, stubs: RentServer.stubs)
        let homes: [Home] = try await rent.call("app://rent/search?city=Shanghai&max=3600", HomeQuery(city: "Beijing"))
        #expect(homes.map(\.id) == [5])
    }

    @Test func `a search is a call, and no home's number`() async throws {
        let rent = try await ModuleHarness(RentModule.self)
        let error = await #expect(throws: RequestError.self) { try await rent.open("app://rent/search") }
        #expect(error?.code == .wrongVerb)
    }

    @Test func `home numbers are unique, and landlords and cities need no escape`() throws {
        let homes = try RentServer.homes()
        #expect(Set(homes.map(\.id)).count == homes.count)
        for text in homes.flatMap({ [$0.landlord.id, $0.city] }) {
            #expect(text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
        }
    }
}
