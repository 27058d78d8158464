import ModuleKit
import TestSupport
import Testing

@testable import Map
@testable import NewHome
@testable import Rent
@testable import SecondHand

/// The server of one business, with one answer to every call.
struct BusinessServer: Resolver {
    enum Answer: Sendable {
        case json([UInt8])
        case status(Int)
        case late
    }

    let service: String
    let answer: Answer

    var name: String { "the server of \(service)" }
    var webServices: [String: String] { [service: "https://\(service).test"] }

    func resolve(_ question: Question) async throws(ResolverError) -> Resolution? {
        switch answer {
        case .json(let bytes):
            guard let value = try? Payload(json: bytes) else {
                throw .invalidAnswer(resolver: name, reason: "it is no JSON")
            }
            return .value(value)
        case .status(let code): throw .status(resolver: name, code: code, excerpt: "no homes today")
        case .late:
            try? await Task.sleep(for: .seconds(600))
            throw .cancelled(resolver: name)
        }
    }

    func canResolve(_ url: RouteURL) -> Availability { .no }
}

/// The businesses and their map, as real modules with one another.
@Suite(.timeLimit(.minutes(2))) struct `The businesses on one map` {
    static let servers = ["newhome", "rent", "secondhand"].map { service in
        BusinessServer(
            service: service, answer: .json((try? ExampleServices.answer(of: service, to: "homes")) ?? []))
    }
    static let businesses: [any Module.Type] = [NewHomeModule.self, RentModule.self, SecondHandModule.self]

    @Test func `the map shows the homes of three servers that name the same things differently`() async throws {
        let map = try await ModuleHarness(MapModule.self, with: Self.businesses, resolvers: Self.servers)
        try await map.open("app://map", origin: .external)
        let links = try #require(map.page).links.filter { !$0.url.hasPrefix("app://map/") }
        #expect(links.count == 15)
        #expect(links.first?.url == "app://newhome/qiantang-bay")
        for link in links { #expect(try await map.open(link.url).outcome == .shown, "\(link.url)") }
    }

    @Test func `the nearest homes are of any business`() async throws {
        let map = try await ModuleHarness(MapModule.self, with: Self.businesses, resolvers: Self.servers)
        try await map.open("app://map/nearby?lat=31.205&lng=121.46&limit=4")
        let urls = try #require(map.page).links.map(\.url).filter { !$0.hasPrefix("app://map/") }
        #expect(urls == ["app://rent/3", "app://secondhand/101", "app://rent/1", "app://rent/2"])
    }

    @Test(arguments: [RentModule.info, SecondHandModule.info, NewHomeModule.info].map(\.name))
    func `a business that is absent leaves the others on the map`(name: String) async throws {
        let present = Self.businesses.filter { $0.info.name != name }
        let map = try await ModuleHarness(MapModule.self, with: present, resolvers: Self.servers)
        try await map.open("app://map")
        let owners = Set(try #require(map.page).links.compactMap { $0.url.split(separator: "/").dropFirst().first })
        #expect(owners == Set(["map"] + present.map { Substring($0.info.name.lowercased()) }))
    }

    static let wrong: [(BusinessServer.Answer, String)] = [
        (.json(Array(#"{"colour": "red"}"#.utf8)), "cannot be read"),
        (.json(Array("<html>".utf8)), "it is no JSON"),
        (.status(401), "401"),
        (.status(500), "500"),
    ]

    @Test(arguments: ["rent", "secondhand", "newhome"], wrong)
    func `a wrong answer of a server is one error in words, and one line of the map`(
        service: String, wrong: (answer: BusinessServer.Answer, words: String)
    ) async throws {
        let server = BusinessServer(service: service, answer: wrong.answer)
        let servers = [server] + Self.servers.filter { $0.service != service }
        let map = try await ModuleHarness(MapModule.self, with: Self.businesses, resolvers: servers)
        let error = await #expect(throws: RequestError.self) { try await map.open("app://\(service)/list") }
        #expect("\(try #require(error))".contains(wrong.words))
        try await map.open("app://map")
        let page = try #require(map.page)
        let lines = page.elements.compactMap { if case .container(let part) = $0 { part.reason } else { nil } }
        #expect(lines.count == 1)
        #expect(lines.first?.contains(wrong.words) == true, "\(lines)")
        #expect(Set(page.links.compactMap { $0.url.split(separator: "/").dropFirst().first }).count == 3)
    }

    @Test func `a server that is late is a deadline`() async throws {
        let short = Duration.milliseconds(100)
        let rent = try await ModuleHarness(
            RentModule.self, resolvers: [BusinessServer(service: "rent", answer: .late)],
            make: { RentModule(context: $0, deadline: short) })
        try await Self.expectDeadline { try await rent.open("app://rent/list") }
        let houses = try await ModuleHarness(
            SecondHandModule.self, resolvers: [BusinessServer(service: "secondhand", answer: .late)],
            make: { SecondHandModule(context: $0, deadline: short) })
        try await Self.expectDeadline { try await houses.open("app://secondhand/list") }
        let projects = try await ModuleHarness(
            NewHomeModule.self, resolvers: [BusinessServer(service: "newhome", answer: .late)],
            make: { NewHomeModule(context: $0, deadline: short) })
        try await Self.expectDeadline { try await projects.open("app://newhome/list") }
    }

    private static func expectDeadline(_ open: () async throws -> Feedback) async throws {
        let error = await #expect(throws: RequestError.self) { _ = try await open() }
        guard case .deadline = error else { throw try #require(error) }
    }
}
