import ModuleTesting
import TestSupport
import Testing

@testable import Map
@testable import NewHome
@testable import Rent
@testable import SecondHand

/// The modules of the businesses and of the map, without stubs for one another.
@Suite(.timeLimit(.minutes(2))) struct `The businesses on one map` {
    /// The servers of the businesses; optional, because a test may leave a module out.
    static let servers = Dictionary(
        uniqueKeysWithValues: ["newhome", "rent", "secondhand"].map { service in
            let stub = Stub.handler(.call) { _ in
                .value(try Payload(json: try ExampleServices.answer(of: service, to: "homes")))
            }
            return ("https://\(service).test/homes", stub.optional)
        })
    static let businesses: [any Module.Type] = [NewHomeModule.self, RentModule.self, SecondHandModule.self]

    @Test func `the map shows the homes of three servers with different field names`() async throws {
        let map = try await ModuleHarness(MapModule.self, with: Self.businesses, stubs: Self.servers)
        try await map.open("app://map", origin: .external)
        let links = try #require(map.page).links.filter { $0.url.segments.first != "map" }
        #expect(links.count == 15)
        #expect(links.first?.url == "app://newhome/qiantang-bay")
        for link in links { #expect(try await map.open(link.url).outcome == .shown, "\(link.url)") }
    }

    @Test func `a search nearby finds the homes of every business`() async throws {
        let map = try await ModuleHarness(MapModule.self, with: Self.businesses, stubs: Self.servers)
        try await map.open("app://map/nearby?lat=31.205&lng=121.46&limit=4")
        let urls = try #require(map.page).links.map(\.url).filter { $0.segments.first != "map" }
        #expect(urls == ["app://rent/3", "app://secondhand/101", "app://rent/1", "app://rent/2"])
    }

    @Test(arguments: [RentModule.info, SecondHandModule.info, NewHomeModule.info].map(\.name))
    func `the map shows the other businesses if one is not installed`(name: String) async throws {
        let present = Self.businesses.filter { $0.info.name != name }
        let map = try await ModuleHarness(MapModule.self, with: present, stubs: Self.servers)
        try await map.open("app://map")
        let owners = Set(try #require(map.page).links.compactMap { $0.url.segments.first })
        #expect(owners == Set(["map"] + present.map { $0.info.name.lowercased() }))
    }

    static let wrong: [(Stub, String)] = [
        (.value(["colour": "red"]), "cannot be read"),
        (.failure(.call, ResolverError.invalidAnswer(resolver: "rent", reason: "it is no JSON")), "it is no JSON"),
        (.status(401), "401"), (.status(500), "500"), (.unavailable, "nothing accepts connections"),
        (.late, "within 5 s"),
    ]

    @Test(arguments: ["rent", "secondhand", "newhome"], wrong)
    func `a server's failure is one error with its reason, and one line on the map`(
        service: String, wrong: (answer: Stub, words: String)
    ) async throws {
        let servers = Self.servers.merging(["https://\(service).test/homes": wrong.answer]) { $1 }
        let map = try await ModuleHarness(MapModule.self, with: Self.businesses, stubs: servers)
        let error = await #expect(throws: RequestError.self) { try await map.open("app://\(service)/list") }
        #expect("\(try #require(error))".contains(wrong.words))
        try await map.open("app://map")
        let page = try #require(map.page)
        let lines = page.elements.compactMap { if case .container(let part) = $0 { part.reason } else { nil } }
        #expect(lines.count == 1 && lines[0].hasSuffix(": no answer now"), "\(lines)")
        #expect("\(map.log)".contains(wrong.words))
        #expect(Set(page.links.compactMap { $0.url.segments.first }).count == 3)
    }

    @Test func `a late server is a deadline error`() async throws {
        let rent = try await ModuleHarness(RentModule.self, stubs: ["https://rent.test/homes": .late])
        try await Self.expectDeadline { try await rent.open("app://rent/list") }
        let houses = try await ModuleHarness(SecondHandModule.self, stubs: ["https://secondhand.test/homes": .late])
        try await Self.expectDeadline { try await houses.open("app://secondhand/list") }
        let projects = try await ModuleHarness(NewHomeModule.self, stubs: ["https://newhome.test/homes": .late])
        try await Self.expectDeadline { try await projects.open("app://newhome/list") }
    }

    private static func expectDeadline(_ open: () async throws -> Feedback) async throws {
        let error = await #expect(throws: RequestError.self) { _ = try await open() }
        #expect(error?.code == .deadline)
    }
}
