import ModuleTesting
import Testing

@testable import Map

struct MapTests {
    /// A home in another module's answer, at a distance north of the equator.
    struct Home: Codable, Sendable {
        let title: String
        var price = "¥1"
        let latitude: Double
        var longitude = 0.0
        let url: String

        init(_ title: String, north kilometres: Double) {
            self.title = title
            latitude = kilometres / 111.195
            url = "app://boats/\(title)"
        }
    }

    struct Offline: Error, CustomStringConvertible {
        let description = "the harbour is closed; come back tomorrow"
    }

    static let boats = Stub.value([Home("far", north: 30), Home("near", north: 1), Home("middle", north: 12)])
        .labelled("map.homes", "Houseboats")
    static let tents = Stub.value([Home("tent", north: 5)]).labelled("map.homes", "Tents")

    private func map(_ stubs: [String: Stub]) async throws -> ModuleHarness<MapModule> {
        try await ModuleHarness(MapModule.self, stubs: stubs)
    }

    @Test func `the map shows every business with the label, of any module`() async throws {
        let map = try await map(["app://boats/all": Self.boats, "app://tents/all": Self.tents])
        try await map.open("app://map", origin: .external)
        let links = try #require(map.page).links
        let cities = ["Beijing", "Hangzhou", "Shanghai"]
        #expect(links.map(\.title) == ["far", "near", "middle", "tent"] + cities)
    }

    @Test(arguments: [
        ("lat=0&lng=0", ["near", "tent", "middle", "far"]),
        ("lat=1&lng=0", ["far", "middle", "tent", "near"]),
        ("lat=0&lng=0&limit=2", ["near", "tent"]),
        ("lat=-0.0&lng=0&limit=1", ["near"]),
    ])
    func `a search nearby sorts the homes by distance and limits them`(query: String, expected: [String]) async throws {
        let map = try await map(["app://boats/all": Self.boats, "app://tents/all": Self.tents])
        try await map.open(RouteURL("app://map/nearby?" + query), origin: .external)
        #expect(try #require(map.page).links.map(\.title).dropLast(3) == expected[...])
    }

    @Test func `the distance is in kilometres from the place, or from the nearest city`() async throws {
        let map = try await map(["app://tents/all": Self.tents])
        try await map.open("app://map/nearby?lat=0&lng=0")
        #expect(try #require(map.text()).contains("5.0 km"))
        #expect(!(try #require(map.text()).contains("5.0 km from")))
        try await map.open("app://map")
        #expect(try #require(map.text()).contains(" km from Beijing"))
    }

    @Test(arguments: City.allCases) func `the map of a city begins with the nearest home`(city: City) async throws {
        let map = try await map(["app://boats/all": Self.boats])
        try await map.open(city.url)
        #expect(map.page?.title == "Homes in \(city.name)")
        #expect(map.page?.links.first?.title == "far")
    }

    @Test(arguments: [
        ("lat=91&lng=0", MapError.noPlace(latitude: 91, longitude: 0)),
        ("lat=0&lng=-180.5", .noPlace(latitude: 0, longitude: -180.5)),
        ("lat=0&lng=0&limit=0", .limit(0)), ("lat=0&lng=0&limit=101", .limit(101)),
    ])
    func `a place or a limit out of range is refused`(query: String, expected: MapError) async throws {
        let map = try await map([:])
        await #expect(throws: expected) { try await map.open(RouteURL("app://map/nearby?" + query)) }
        #expect("\(expected)".contains("; write "))
    }

    @Test(arguments: ["", "lat=0", "lat=north&lng=0", "lat=nan&lng=0"])
    func `a place without two valid numbers is refused`(query: String) async throws {
        let map = try await map([:])
        await #expect(throws: (any Error).self) { try await map.open(RouteURL("app://map/nearby?" + query)) }
        #expect(map.commands.isEmpty)
    }

    @Test(arguments: ["app://map/nowhere", "app://map/Beijing"])
    func `an unknown city has no route`(url: String) async throws {
        let map = try await map([:])
        let error = await #expect(throws: RequestError.self) { try await map.open(RouteURL(url)) }
        #expect(error?.code == .noRoute)
    }

    @Test func `a map without a business advises to install one`() async throws {
        let map = try await map([:])
        try await map.open("app://map")
        #expect(try #require(map.text()).contains("No business has homes for the map; install one, such as Rent."))
    }

    @Test(arguments: [
        (Stub.failure(.call, Offline()), "the harbour is closed; come back tomorrow"),
        (Stub.value(["boats": 3]), "cannot be read"),
        (.status(500, "the harbour burns"), "the harbour burns"), (.late, "within 7 s"),
    ])
    func `a business that fails is one line, and the other businesses stay`(stub: Stub, words: String) async throws {
        let failing = stub.labelled("map.homes", "Houseboats")
        let map = try await map(["app://boats/all": failing, "app://tents/all": Self.tents])
        try await map.open("app://map")
        let page = try #require(map.page)
        let states = page.elements.compactMap { if case .container(let part) = $0 { part.reason } else { nil } }
        #expect(states == ["Houseboats: no answer now"])
        #expect("\(map.log)".contains(words))
        #expect(page.links.first?.title == "tent")
    }

    @Test func `a person can ask a failed business again`() async throws {
        let isClosed = Live(true)
        let boats = Stub.handler(.call) { _ in
            if isClosed.value { throw Offline() }
            return .value(Payload([Home("boat", north: 1)]))
        }
        let map = try await map([
            "app://boats/all": boats.labelled("map.homes", "Houseboats"), "app://tents/all": Self.tents,
        ])
        try await map.open("app://map")
        try await map.choose("Ask again")
        #expect(map.text()?.contains("Failed: Houseboats: no answer now") == true)
        isClosed.value = false
        try await map.choose("Ask again")
        #expect(map.page?.links.map(\.title).dropLast(3) == ["boat", "tent"])
        #expect(map.text()?.contains("Failed") == false)
    }

    @Test func `the businesses are asked at the same time`() async throws {
        let (first, firstDid) = AsyncStream.makeStream(of: Void.self)
        let (second, secondDid) = AsyncStream.makeStream(of: Void.self)
        // Each stub answers after the other stub was asked.
        let boats = Stub.handler(.call) { _ in
            firstDid.finish()
            for await _ in second {}
            return .value(Payload([Home("boat", north: 1)]))
        }
        let tents = Stub.handler(.call) { _ in
            secondDid.finish()
            for await _ in first {}
            return .value(Payload([Home("tent", north: 1)]))
        }
        let map = try await map([
            "app://boats/all": boats.labelled("map.homes", "Houseboats"),
            "app://tents/all": tents.labelled("map.homes", "Tents"),
        ])
        try await map.open("app://map")
        #expect(map.page?.links.map(\.title).dropLast(3) == ["boat", "tent"])
    }

    @Test func `a labelled route is not a business if it is opened or has parameters`() async throws {
        let map = try await map([
            "app://boats/page": .answer(Page("Boats")).labelled("map.homes", "A page").optional,
            "app://boats/:id": .value(1).labelled("map.homes", "One boat").optional, "app://tents/all": Self.tents,
        ])
        try await map.open("app://map")
        #expect(map.page?.links.map(\.title).dropLast(3) == ["tent"])
    }

    static let distances: [(Position, Double)] = [
        (City.shanghai.centre, 1067), (City.beijing.centre, 0),
        (Position(latitude: -39.9042, longitude: -63.5926), 20015),
    ]

    @Test(arguments: distances)
    func `a distance is along a great circle`(other: Position, expected: Double) {
        #expect(abs(City.beijing.centre.distance(to: other) - expected) < 2)
    }

    @Test func `Map follows the rules of modules`() async {
        let faults = await ModuleCheck.faults(MapModule.self)
        #expect(faults == [])
        let report = await ModuleCheck.report(MapModule.self, stubs: ["app://boats/all": Self.boats])
        #expect(report.faults == [] && report.warnings == [], "\(report)")
        #expect((report.answered, report.asked) == (3, 3))
    }
}
