import FoundationEssentials
@_spi(Host) import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `An index of patterns` {
    private static let types = [
        ParameterType("plate", characters: CharacterClass.letters.union(.digits), length: 5...8),
        ParameterType("city", alternatives: ["beijing", "shang/hai"]),
    ]
    private static let patterns: [(pattern: String, priority: Int)] = [
        ("/", 0), ("/rent/list", 0), ("/rent/:id", 0), ("/rent/:id<int>", 3), ("/the(/foo/:a)(/bar/:b<city>)", 0),
        ("/car/:plate<plate>", 0), ("/in/:city<city>/v:major<uint>.json", -2), ("/docs/*path", 0), ("/all/*path?", 0),
        ("/a%2Fb/c", 0), ("app://rent/:number", 0), ("https://m.example.com/rent/:id", 0), ("/:x<one(a,b)>/:y/:z", 0),
    ]
    private static let urls = [
        "/", "/rent/list", "/rent/42", "app://rent/x", "APP://rent/x", "/the", "/the/foo/1/bar/beijing", "/the/bar/x",
        "/car/ABC123", "/car/AB", "/in/shang%2Fhai/v1.json", "/docs/a/b", "/docs", "/all", "/all/a%20b/c", "/a%2Fb/c",
        "https://M.example.com/rent/1", "https://own.example.com/rent/1", "https://other.example.com/rent/1", "/a/b/c",
        "//rent//list/", "/x/../rent/list", "/nowhere",
    ]

    @Test func `an index that grows pattern by pattern matches like an index that is built in one step`() throws {
        let patterns = try Self.patterns.map {
            IndexedPattern(try RoutePattern($0.pattern, types: Self.types), priority: $0.priority)
        }
        let made = PatternIndex(patterns, ownHosts: ["own.example.com"])
        let grown = patterns.reduce(PatternIndex([], ownHosts: ["own.example.com"])) { $0.adding([$1]) }
        #expect(grown.count == made.count)
        for text in Self.urls {
            let url = try RouteURL(parsing: text)
            #expect(grown.match(url) == made.match(url), "\(text)")
            #expect(grown.matches(url) == made.matches(url), "\(text)")
            #expect(made.match(url)?.number == made.matches(url).first?.number, "\(text)")
        }
    }

    @Test func `an index matches all routes of the GitHub API`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Benchmarks/Sources/RouterBenchmark/Routes/github.txt")
        let texts = String(decoding: try Data(contentsOf: file), as: UTF8.self).split(separator: "\n")
            .map { "/" + $0.replacing(" ", with: "") }
        let index = PatternIndex(try texts.map { IndexedPattern(try RoutePattern($0)) })
        for (number, text) in texts.enumerated() {
            let match = index.match(try RouteURL(parsing: text.replacing(":", with: "N")))
            #expect(match?.number == number && match?.values == match?.names.map { "N" + $0 }, "\(text)")
        }
    }

    @Test func `an index may be empty`() {
        #expect(PatternIndex([]).count == 0)
        #expect(PatternIndex([]).match(RouteURL("/a")) == nil)
    }

    @Test func `if two patterns begin with equally narrow types, the one that continues more specifically wins`() throws
    {
        let texts = ["/:a<one(x,y)>/:rest", "/:b<one(x,z)>/list"]
        for order in [texts, texts.reversed()] {
            let index = PatternIndex(try order.map { IndexedPattern(try RoutePattern($0)) })
            let number = index.match(RouteURL("/x/list"))?.number
            #expect(number.map { order[$0] } == texts[1])
        }
    }
}
