import TestSupport
import Testing

@testable @_spi(Host) import Mediator

@Suite(.timeLimit(.minutes(2))) struct `A table that grows` {
    private static func route(_ text: String) -> Route {
        Route(text, verb: .call, access: .public, location: DeclarationSite(fileID: "Test/File.swift", line: 1)) { _ in
            .declined
        }
    }

    private static func adding(_ texts: [String], of owner: String, to table: RouteTable) -> RouteTable? {
        var faults: [RegistrationFault] = []
        var grown = table
        grown.add(texts.map(route), owner: owner, faults: &faults)
        return faults.isEmpty ? grown : nil
    }

    private static func idle(_ name: String, _ texts: [String]) -> Registration {
        var registration = Registration(owner: name)
        registration.routes = texts.map(route)
        return registration
    }

    private static func patterns(_ table: RouteTable) -> [String] {
        table.numbers.map { table.entry($0).route.pattern }
    }

    @Test func `the routes of a module that starts replace the routes of its manifest`() throws {
        let modules = [Self.idle("A", ["/a", "/a/:x"]), Self.idle("B", ["/b"])]
        let idle = RouteTable().adding(idle: modules, areFallbacks: false)
        #expect(idle.bestCandidate(for: RouteURL("app://a"))?.entry.isIdle == true)
        let started = try #require(Self.adding(["/a", "/a/:x"], of: "A", to: idle))
        #expect(started.bestCandidate(for: RouteURL("app://a/7"))?.entry.isIdle == false)
        #expect(started.bestCandidate(for: RouteURL("app://b"))?.entry.isIdle == true)
        #expect(Self.patterns(started) == ["/a", "/a/:x", "/b"])
        let other = try #require(Self.adding(["/a/:x", "/c"], of: "A", to: idle))
        #expect(Self.patterns(other) == ["/b", "/a/:x", "/c"])
        #expect(other.bestCandidate(for: RouteURL("app://a")) == nil)
        #expect(Self.patterns(started.withoutIdle) == ["/a", "/a/:x"])
    }

    @Test
    func `the declared routes of an idle module conflict with new routes of other modules, but not with its own`() {
        let modules = [Self.idle("A", ["/a/:x"]), Self.idle("B", ["/b"])]
        let idle = RouteTable().adding(idle: modules, areFallbacks: false)
        #expect(Self.adding(["/a/:y"], of: "B", to: idle) == nil)
        #expect(Self.adding(["/a/:y"], of: "C", to: idle) == nil)
        #expect(Self.adding(["/b"], of: "B", to: idle) != nil)
        #expect(Self.adding(["/a/:y"], of: "A", to: idle) != nil)
        #expect(Self.adding(["/a/:y"], of: "C", to: idle.removing(owner: "A")) != nil)
    }

    @Test func `a module that starts is checked for conflicts with a module of an earlier manifest`() throws {
        let idle = RouteTable().adding(idle: [Self.idle("A", ["/a/:x"])], areFallbacks: false)
        let running = try #require(Self.adding(["/a/:x"], of: "A", to: idle))
        for patterns in [["/a/:y"], ["/b"]] {
            let later = running.withoutIdle.adding(idle: [Self.idle("B", patterns)], areFallbacks: false)
            #expect((Self.adding(patterns, of: "B", to: later) == nil) == (patterns == ["/a/:y"]))
            #expect(Self.adding(patterns, of: "B", to: later.removing(owner: "A")) != nil)
        }
    }

    private static let texts = [
        "/a", "/b", "/a/b", "/:x", "/a/:x", "/:x/b", "/a(/b)/c", "/a/*rest", "/*rest?", "/:x<int>", "/v:x",
        "/a/:x<int>",
        "special://a", "special://:x/b", "/b(/:x)", "/b/c/d", "/b/*rest?", "/a/b/:x.json",
    ]

    /// Modules are added, started and removed at random; the table has to match like an index of the same patterns.
    @Test(arguments: 0..<20) func `a table that grows finds the same matches as an index of its patterns`(_ seed: Int)
        async throws
    {
        var random = SplitMix64(seed: UInt64(seed))
        var table = RouteTable()
        var texts: [String] = []
        let paths = ["a", "b", "a/b", "a/b/c", "a/c", "7", "v7", "a/7", "b/c/d", "x/y/z", "", "a/b/c.json"]
        let urls = try paths.flatMap {
            [try RouteURL(parsing: "app://" + $0), try RouteURL(parsing: "special://" + $0)]
        }
        for _ in 0..<60 {
            let text = Self.texts[Int.random(in: 0..<Self.texts.count, using: &random)]
            if texts.contains(text) {
                texts.removeAll { $0 == text }
                table = table.removing(owner: text)
            } else if let started = Self.adding([text], of: text, to: table) {
                let idle = table.adding(idle: [Self.idle(text, [text])], areFallbacks: false)
                let restarted = try #require(Self.adding([text], of: text, to: idle))
                table = [started, idle, restarted].randomElement(using: &random) ?? started
                texts.append(text)
            }
            let plain = PatternIndex(try texts.map { IndexedPattern(try RoutePattern($0)) })
            for url in urls {
                let (found, expected) = (table.candidates(for: url), plain.matches(url))
                #expect(found.map(\.entry.route.pattern).sorted() == expected.map { texts[$0.number] }.sorted())
                guard PatternIndex.conflicts(try texts.map { IndexedPattern(try RoutePattern($0)) }).isEmpty else {
                    continue
                }
                #expect(found.map(\.entry.route.pattern) == expected.map { texts[$0.number] }, "\(texts)")
                #expect(found.map(\.captures) == expected.map(\.parameters))
                #expect(table.bestCandidate(for: url)?.entry.route.pattern == plain.match(url).map { texts[$0.number] })
            }
            #expect(Self.patterns(table).sorted() == texts.sorted())
        }
    }

    /// 4,000 patterns with two groups have four forms each, and none in common.
    @Test func `patterns with groups do not conflict if their forms differ`() throws {
        var table = ShapeTable()
        for number in 0..<4_000 {
            let pattern = IndexedPattern(try RoutePattern("/r\(number)(/a/:a)(/b/:b)"))
            let shapes = ShapeTable.shapes(of: pattern)
            #expect(shapes.count == 4)
            #expect(table.conflict(of: number, shapes, among: { _ in pattern }) == nil)
            table.insert(shapes, number)
        }
    }

    @Test func `a pattern with six groups is checked for conflicts, and one with seven is refused`() throws {
        let groups = (0..<7).map { "(/g\($0)/:p\($0))" }
        let texts = ["/a\(groups.prefix(6).joined())", "/b", "/a/g3/:x", "/a"]
        #expect(
            PatternIndex.conflicts(try texts.map { IndexedPattern(try RoutePattern($0)) }) == [
                PatternConflict(pattern: 2, other: 0), PatternConflict(pattern: 3, other: 0),
            ])
        #expect(throws: RoutePatternError.tooManyForms(column: 3)) { try RoutePattern("/c\(groups.joined())") }
    }
}
