@_spi(Host) import ModuleKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A random table` {
    private static let pick = ParameterType("pick", alternatives: ["a", "b", "1"])
    private static let words = ["a", "b", "ab", "1", "12", "v1", "a-long-literal", "a-long-literax", "a.b"]
    private static let parts = [
        "/a", "/b", "/1", "/a-long-literal", "/a-long-literax", "/ab", "/:NAME", "/:NAME<int>", "/:NAME<pick>",
        "/v:NAME", "/:NAME.b", "/v:NAME<int>",
    ]

    private func pattern(_ random: inout SplitMix64) -> String {
        var text = ""
        var names = 0
        func part(_ random: inout SplitMix64) -> String {
            names += 1
            return Self.parts[Int.random(in: 0..<Self.parts.count, using: &random)].replacing("NAME", with: "p\(names)")
        }
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: text += "(\(part(&random)))"
            case 1: text += "(\(part(&random))(\(part(&random))))"
            default: text += part(&random)
            }
        }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: text += "/*rest"
        case 1: text += "/*rest?"
        default: break
        }
        return text.isEmpty ? "/" : text
    }

    private func path(_ random: inout SplitMix64) -> [String] {
        (0..<Int.random(in: 0...5, using: &random)).map { _ in
            Self.words[Int.random(in: 0..<Self.words.count, using: &random)]
        }
    }

    /// Returns a path as a URL, in one of several equivalent spellings.
    private func url(_ segments: [String], _ random: inout SplitMix64) -> String {
        let spelled = segments.map { segment in
            Int.random(in: 0..<10, using: &random) == 0 ? segment.replacing("a", with: "%61") : segment
        }
        let slash = Int.random(in: 0..<10, using: &random) == 0 ? "//" : "/"
        let dots = Int.random(in: 0..<12, using: &random) == 0 ? "/x/.." : ""
        return dots + slash + spelled.joined(separator: slash) + (Bool.random(using: &random) ? "" : slash)
    }

    @Test(arguments: 0..<40) func `a random table matches like the slow matcher, and each tie is a known conflict`(
        _ seed: Int
    ) throws {
        var random = SplitMix64(seed: UInt64(seed))
        for round in 0..<25 {
            let texts = (0..<Int.random(in: 1...12, using: &random)).map { _ in pattern(&random) }
            let patterns = try texts.map { IndexedPattern(try RoutePattern($0, types: [Self.pick])) }
            let index = PatternIndex(patterns)
            let oracle = SlowMatcher(texts)
            let known = round % (patterns.count + 1)
            let grown = PatternIndex(Array(patterns.prefix(known))).adding(Array(patterns.dropFirst(known)))
            let conflicts = PatternIndex.conflicts(patterns)
            for _ in 0..<20 {
                let segments = path(&random)
                let text = url(segments, &random)
                let url = try RouteURL(parsing: text)
                let expected = oracle.matches(segments)
                let found = index.matches(url)
                #expect(Set(found.map(\.number)) == Set(expected.map(\.number)), "\(texts) \(text)")
                for (first, second) in zip(expected, expected.dropFirst()) where first.ranks == second.ranks {
                    // A pattern in conflict is not compared with later ones.
                    let isKnown = conflicts.contains { [first.number, second.number].contains($0.pattern) }
                    #expect(isKnown, "\(texts[first.number]) \(texts[second.number]) \(text)")
                }
                let best = index.match(url)
                let same = expected.first { $0.number == best?.number }
                #expect(same?.ranks == expected.first?.ranks, "\(texts) \(text)")
                #expect(best?.values == same?.values, "\(texts) \(text)")
                #expect(grown.match(url) == best && grown.matches(url) == found, "\(texts) \(text)")
            }
        }
    }
}
