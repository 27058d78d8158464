import Synchronization
import TestSupport
import Testing

@testable @_spi(Host) import Mediator

@Suite(.timeLimit(.minutes(2))) struct `An index that grows` {
    /// A row that counts how often its pattern is read.
    private struct Row: IndexedRow, Equatable {
        final class Reads: Sendable {
            let count = Atomic(0)
        }

        let owner: String
        let text: String
        let reads: Reads

        var indexed: IndexedPattern {
            reads.count.add(1, ordering: .relaxed)
            // The texts of these tests are patterns.
            return IndexedPattern(
                (try? RoutePattern(text)) ?? RoutePattern(text: "", scheme: "", host: nil, elements: []))
        }

        static func == (first: Row, second: Row) -> Bool { first.text == second.text && first.owner == second.owner }
    }

    private static func rows(_ owner: Int, count: Int, _ reads: Row.Reads) -> [Row] {
        (0..<count).map { Row(owner: "M\(owner)", text: "/m\(owner)/r\($0)/:id", reads: reads) }
    }

    private static func adding(_ rows: [Row], to index: PatternTable<Row>) throws -> PatternTable<Row> {
        index.adding(rows, patterns: try rows.map { IndexedPattern(try RoutePattern($0.text)) })
    }

    @Test func `an index that grows reads each pattern once for a look-up, and none for an addition`() throws {
        let reads = Row.Reads()
        var index = PatternTable<Row>(ownHosts: [])
        for owner in 0..<500 { index = try Self.adding(Self.rows(owner, count: 10, reads), to: index) }
        #expect(reads.count.load(ordering: .relaxed) == 0)
        #expect(index.match(RouteURL("app://m77/r3/5")).flatMap { index.row($0.number)?.text } == "/m77/r3/:id")
        #expect(reads.count.load(ordering: .relaxed) <= 5_000)
    }

    @Test func `an index that grows reads only new patterns when one module of many is replaced`() throws {
        let reads = Row.Reads()
        var index = try Self.adding(
            (0..<500).flatMap { Self.rows($0, count: 10, reads) }, to: PatternTable(ownHosts: []))
        _ = index.match(RouteURL("app://m1/r1/1"))
        let before = reads.count.load(ordering: .relaxed)
        for _ in 0..<10 {
            index = try Self.adding(Self.rows(7, count: 10, reads), to: index.removing("M7"))
            #expect(index.match(RouteURL("app://m7/r1/1")) != nil)
            #expect(index.match(RouteURL("app://m8/r1/1")) != nil)
        }
        #expect(reads.count.load(ordering: .relaxed) - before <= 200)
        #expect(index.numbers.count == 5_000)
    }

    @Test func `an index that grows compares a new pattern with none that cannot conflict with it`() throws {
        let reads = Row.Reads()
        let index = try Self.adding(
            (0..<500).flatMap { Self.rows($0, count: 10, reads) }, to: PatternTable(ownHosts: []))
        #expect(index.clash(with: IndexedPattern(try RoutePattern("/m7/other(/:a)(/:b)"))) == nil)
        #expect(reads.count.load(ordering: .relaxed) == 0)
        #expect(index.clash(with: IndexedPattern(try RoutePattern("/m7(/r3)/:b")))?.other?.text == "/m7/r3/:id")
        #expect(reads.count.load(ordering: .relaxed) == 1)
    }

    private static let texts = [
        "/a", "/b", "/a/b", "/:x", "/a/:x", "/:x/b", "/a(/b)/c", "/a/*rest", "/*rest?", "/:x<int>", "/v:x",
        "/a/:x<int>",
        "special://a", "special://:x/b", "/b(/:x)", "/b/c/d", "/b/*rest?", "/a/b/:x.json",
    ]

    /// Modules come and go at random; what is found is what an index finds that was made of them at once.
    @Test(arguments: 0..<20) func `an index that grows finds the matches of an index that was made at once`(_ seed: Int)
        async throws
    {
        var random = SplitMix64(seed: UInt64(seed))
        var index = PatternTable<Row>(ownHosts: [])
        var texts: [String] = []
        let paths = ["a", "b", "a/b", "a/b/c", "a/c", "7", "v7", "a/7", "b/c/d", "x/y/z", "", "a/b/c.json"]
        let urls = try paths.flatMap {
            [try RouteURL(parsing: "app://" + $0), try RouteURL(parsing: "special://" + $0)]
        }
        for _ in 0..<60 {
            let text = Self.texts[Int.random(in: 0..<Self.texts.count, using: &random)]
            if texts.contains(text) {
                texts.removeAll { $0 == text }
                index = index.removing(text)
            } else {
                let row = Row(owner: text, text: text, reads: Row.Reads())
                guard index.clash(with: row.indexed) == nil else { continue }
                index = try Self.adding([row], to: index)
                texts.append(text)
            }
            let plain = PatternIndex(try texts.map { IndexedPattern(try RoutePattern($0)) })
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                for url in urls {
                    let (found, expected) = (index.candidates(url), plain.candidates(url))
                    #expect(found.map { index.row($0.number)?.text } == expected.map { texts[$0.number] }, "\(texts)")
                    #expect(found.map(\.parameters) == expected.map(\.parameters))
                    let best = index.match(url)
                    #expect(best.flatMap { index.row($0.number)?.text } == plain.match(url).map { texts[$0.number] })
                }
            }
            #expect(Set(index.numbers.compactMap { index.row($0)?.text }) == Set(texts))
        }
    }

    /// 4,000 patterns with two groups each have four forms, none of which another has.
    @Test func `an index that grows tells patterns with groups apart by their forms`() throws {
        var table = ShapeTable()
        for number in 0..<4_000 {
            let pattern = IndexedPattern(try RoutePattern("/r\(number)(/a/:a)(/b/:b)"))
            let shapes = PatternShapes(pattern)
            #expect(shapes.hashes?.count == 4)
            #expect(table.clash(with: pattern, shapes, among: { $0 }, indexed: { _ in pattern }) == nil)
            table.insert(shapes, number)
        }
    }

    @Test func `an index that grows compares a pattern with six groups, and refuses one with seven`() throws {
        let groups = (0..<7).map { "(/g\($0)/:p\($0))" }
        let texts = ["/a\(groups.prefix(6).joined())", "/b", "/a/g3/:x", "/a", "/c\(groups.joined())"]
        #expect(
            PatternIndex.conflicts(try texts.map { IndexedPattern(try RoutePattern($0)) }) == [
                PatternConflict(pattern: 2, other: 0), PatternConflict(pattern: 3, other: 0),
                PatternConflict(pattern: 4, other: nil),
            ])
    }
}
