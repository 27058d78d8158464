import FoundationEssentials
@_spi(Host) import ModuleKit
import Testing

@testable @_spi(Host) import Mediator

/// Short, because the description of a row with thousands of declarations takes longer than its test.
extension Registration: @retroactive CustomStringConvertible {
    var description: String { "the declarations of \(owner)" }
}

/// The time limit makes the suite fail if some work is quadratic.
@Suite(.timeLimit(.minutes(2))) struct `Many declarations of a module` {
    private static func registration(
        _ owner: String = "Crowd", routes: [Route] = [], rewrites: [Rewrite] = [], interceptors: [Interceptor] = []
    ) -> Registration {
        var registration = Registration(owner: owner)
        (registration.routes, registration.rewrites, registration.interceptors) = (routes, rewrites, interceptors)
        return registration
    }

    private static func routes(_ numbers: Range<Int>, _ pattern: (Int) -> String) -> [Route] {
        numbers.map { Board.echo(pattern($0)) }
    }

    /// The declarations, a part of the message, and the number of faults that the message leaves out.
    static let crowds: [(Registration, says: String, rest: Int)] = [
        (registration(routes: routes(0..<3_000) { _ in "/a/:id" }), "route /a/:id", 2_989),
        (registration(routes: routes(0..<3_000) { "/a/:id\($0)" }), "as Crowd's /a/:id0", 2_989),
        (registration(routes: routes(0..<3_000) { "/a\(100_000 + $0)-:id" }), "forms with more than 64 others", 2_925),
        (registration(routes: routes(0..<3_000) { _ in "/:" }), "cannot be read", 2_990),
        (
            registration(routes: routes(0..<3_000) { _ in "/a(/b)(/c)(/d)(/e)(/f)(/g)/:id" }),
            "matches the same URLs", 2_989
        ),
        (registration(rewrites: (0..<1_000).map { _ in Rewrite("/a/:id", to: "/b") }), "rewrite /a/:id", 989),
        (
            registration(
                interceptors: (0..<1_000).map { number in Interceptor("same", on: "/\(number)") { _ in .pass } }),
            "has the name of another", 989
        ),
        (
            registration(
                interceptors: (0..<1_000).map { number in
                    Interceptor("\(number)", on: "/a", before: ["\((number + 1) % 1_000)"]) { _ in .pass }
                }), "in a circle", 0
        ),
    ]

    @Test(arguments: crowds)
    func `the error for many faults is short and counts the faults that it leaves out`(
        _ row: (registration: Registration, says: String, rest: Int)
    ) throws {
        let board = try Board("/other")
        let manifest = ("Crowd", Manifest(row.registration))
        let arranged = Registration.arrange([manifest, ("Other", Manifest(Self.registration("Other")))]).refused
        for error in [
            #expect(throws: RegistrationError.self) { try board.mediator.register(row.registration) },
            #expect(throws: RegistrationError.self) { try board.mediator.replace(by: row.registration) },
            row.registration.interceptors.isEmpty ? arranged["Crowd"] : nil,
        ].compactMap(\.self) {
            let text = "\(error)"
            #expect(text.utf8.count < 4_000 && text.contains(row.says), "\(text.prefix(1_000))")
            #expect(text.hasPrefix("the first 10 faults, and there are \(row.rest) more: ") == (row.rest > 0))
        }
        #expect(arranged["Other"] == nil && board.mediator.routes.map(\.pattern) == ["/other"])
    }

    /// More declarations of a kind than are allowed, with patterns that cannot be parsed.
    static let excesses: [(Registration, RegistrationFault)] = [
        (
            registration(routes: routes(0..<10_001) { _ in "/:" }),
            .tooMany("routes", found: 10_001, limit: 10_000)
        ),
        (
            registration(rewrites: (0..<1_001).map { _ in Rewrite("/:", to: "/:") }),
            .tooMany("rewrites", found: 1_001, limit: 1_000)
        ),
        (
            registration(interceptors: (0..<1_001).map { number in Interceptor("\(number)", on: "/:") { _ in .pass } }),
            .tooMany("interceptors", found: 1_001, limit: 1_000)
        ),
        (
            registration(
                interceptors: (0..<2).map { number in
                    Interceptor(
                        "\(number)", on: Array(repeating: "/:", count: 600), before: [], after: [], fileID: "", line: 0)
                }),
            .tooMany("interceptors", found: 1_200, limit: 1_000)
        ),
    ]

    @Test(arguments: excesses)
    func `a module with too many declarations is refused before any of them is parsed`(
        _ row: (registration: Registration, fault: RegistrationFault)
    ) throws {
        let board = try Board("/other")
        let error = RegistrationError.invalid([row.fault], owner: "Crowd")
        #expect(throws: error) { try board.mediator.register(row.registration) }
        #expect(throws: error) { try board.mediator.replace(by: row.registration) }
        if !row.registration.interceptors.isEmpty {
            #expect(throws: error) { try board.mediator.redeclare(row.registration) }
        }
        #expect("\(error)".contains("found ") && "\(error)".contains(", allowed 1"))
    }

    @Test func `a module with the maximum of 10,000 routes is registered and answers`() async throws {
        let board = try Board("/other")
        try board.mediator.register(Self.registration(routes: Self.routes(0..<10_000) { "/a/\($0)/:id" }))
        #expect(try await board.call("app://a/9999/7") == "/a/9999/:id id=7")
    }

    /// Returns lists whose elements cannot be decoded.
    private static func json(_ lists: [String: Int]) -> Data {
        let fields = lists.map { #""\#($0)":[\#(Array(repeating: "0", count: $1).joined(separator: ","))]"# }
        return Data(("{\"version\":\"1\"," + fields.joined(separator: ",") + "}").utf8)
    }

    @Test func `a table with too many declarations is refused before any of them is decoded`() {
        for kind in ["rewrites", "overrides"] {
            #expect(throws: RegistrationFault.tooMany(kind, found: 1_001, limit: 1_000)) {
                try JSONDecoder().decode(ResolverTable.self, from: Self.json([kind: 1_001]))
            }
        }
        let rules = Array(repeating: #"{"pattern":"/:"}"#, count: 501).joined(separator: ",")
        #expect(throws: RegistrationFault.tooMany("rules", found: 1_002, limit: 1_000)) {
            try JSONDecoder().decode(
                ResolverTable.self, from: Data(#"{"version":"1","rules":{"a":[\#(rules)],"b":[\#(rules)]}}"#.utf8))
        }
    }

    @Test func `an index of 10,000 patterns with text before a parameter is built and matches`() throws {
        let index = PatternIndex(try (0..<10_000).map { IndexedPattern(try RoutePattern("/a\($0)-:id")) })
        #expect(index.match(RouteURL("/a9999-7"))?.number == 9_999)
    }

    @Test func `a pattern of 700 parameters with names that are not ASCII is parsed`() throws {
        let names = (0..<700).map { "é\($0)" }
        let text = "/" + names.map { ":" + $0 }.joined(separator: "/")
        for _ in 0..<200 { #expect(try RoutePattern(text).parameterNames == names) }
    }
}
