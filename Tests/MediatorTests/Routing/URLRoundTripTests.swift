@_spi(Host) import ModuleKit
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A generated URL` {
    /// Patterns, and the names of the parameters that are given; groups with other parameters are left out.
    static let rows: [(pattern: String, names: [String])] = [
        ("/rent/:id", ["id"]), ("/:a", ["a"]), ("/:a/:b/c", ["a", "b"]), ("/v:major.json", ["major"]),
        ("/@:user", ["user"]), ("/.:name", ["name"]), ("/:name.", ["name"]), ("/名/:名字", ["名字"]),
        ("/a%2Fb/:id", ["id"]), ("/", []), ("web://:a/:b", ["a", "b"]), ("https://m.example.com/:id", ["id"]),
        ("/docs/*path", ["path"]), ("/docs/*path?", ["path"]), ("/*path", ["path"]), ("/*path?", ["path"]),
        ("/the(/foo/:a)(/bar/:b)", []), ("/the(/foo/:a)(/bar/:b)", ["a"]), ("/the(/foo/:a)(/bar/:b)", ["b"]),
        ("/the(/foo/:a)(/bar/:b)", ["a", "b"]), ("/the(/foo/:a(/:b))/end", []), ("/the(/foo/:a(/:b))/end", ["a"]),
        ("/the(/foo/:a(/:b))/end", ["a", "b"]), ("/the(/:a(/:b(/:c)))", ["a", "b"]), ("/x/:a(/*path)", ["a"]),
        ("/x/:a(/*path)", ["a", "path"]),
    ]

    /// Characters with a meaning in a URL, characters that need an escape, and equal texts in two spellings.
    private static let pieces = [
        "a", "Z", "7", " ", "%", "%41", "%2F", "%00", "+", "?", "#", ":", "&", "=", ";", "@", "!", "*", "(", ")", "<",
        ">", "\"", "\\", "^", "|", "~", ".", "-", "_", "\u{1}", "\n", "\r\n", "\u{7F}", "\u{9B}", "é", "e\u{301}", "ß",
        "北京", "\u{202E}", "👩‍👩‍👧", "\u{FFFD}", "\u{FEFF}", "\u{10FFFF}",
    ]

    private static func text(_ pieces: [String], _ random: inout SplitMix64) -> String {
        let count = Int.random(in: 1...6, using: &random)
        return (0..<count).map { _ in pieces[Int.random(in: pieces.indices, using: &random)] }.joined()
    }

    /// Returns a value that a segment can hold: anything except a dot segment.
    private static func segment(_ random: inout SplitMix64) -> String {
        let text = text(pieces + ["/"], &random)
        return [".", ".."].contains(text) ? text + "x" : text
    }

    /// Returns the text of a wildcard, in which a percent sign and a slash within a segment are escaped.
    private static func rest(_ random: inout SplitMix64) -> String {
        let pieces = pieces.map { $0 == "%2F" ? $0 : $0.replacing("%", with: "%25") }
        let parts = (0..<Int.random(in: 1...4, using: &random)).map { _ in text(pieces, &random) }
        return parts.map { [".", ".."].contains($0) ? $0 + "x" : $0 }.joined(separator: "/")
    }

    @Test(arguments: rows) func `a generated URL is parsed to its parameters`(_ row: (pattern: String, names: [String]))
        throws
    {
        let pattern = try RoutePattern(row.pattern)
        let index = PatternIndex([IndexedPattern(pattern)], ownHosts: ["m.example.com"])
        var random = SplitMix64(seed: UInt64(row.pattern.utf8.count + row.names.count))
        for _ in 0..<100 {
            let captures = row.names.map {
                QueryItem(name: $0, value: $0 == "path" ? Self.rest(&random) : Self.segment(&random))
            }
            let names = ["q", "q", "r s", "北&=", ""].shuffled(using: &random)
            let query = names.prefix(Int.random(in: 0...4, using: &random)).map {
                QueryItem(name: $0, value: Bool.random(using: &random) ? Self.text(Self.pieces + ["/"], &random) : "")
            }
            let given = query.isEmpty ? captures.reversed() : query + captures
            let url = try pattern.url(given, scheme: Bool.random(using: &random) ? nil : "app")
            let parsed = try RouteURL(parsing: url)
            let match = try #require(index.match(parsed), "\(url)")
            let found = zip(match.names, match.values).map { QueryItem(name: $0, value: $1) }
            #expect(found.map(Bytes.init) == captures.map(Bytes.init), "\(url)")
            #expect(parsed.query.map(Bytes.init) == query.map(Bytes.init), "\(url)")
        }
    }

    /// An item whose texts are compared byte by byte, in their composed form, which parsing gives.
    private struct Bytes: Equatable {
        let name: [UInt8]
        let value: [UInt8]

        init(_ item: QueryItem) {
            name = Array(item.name.precomposedStringWithCanonicalMapping.utf8)
            value = Array(item.value.precomposedStringWithCanonicalMapping.utf8)
        }
    }
}
