import FoundationEssentials
@_spi(Host) import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A table in a file` {
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

    private static func index() throws -> PatternIndex {
        let patterns = try Self.patterns.map {
            IndexedPattern(try RoutePattern($0.pattern, types: types), priority: $0.priority)
        }
        return PatternIndex(patterns, ownHosts: ["own.example.com"])
    }

    @Test func `a table in a file answers as the one that was written`() throws {
        let index = try Self.index()
        let read = try TableFolder().written(index, ownHosts: ["own.example.com"])
        for text in Self.urls {
            let url = try RouteURL(parsing: text)
            #expect(read.match(url) == index.match(url), "\(text)")
            #expect(read.candidates(url) == index.candidates(url), "\(text)")
        }
    }

    @Test func `a table in a file has its patterns with their types and priorities`() throws {
        let read = try TableFolder().written(try Self.index())
        #expect(read.count == Self.patterns.count)
        for (number, row) in Self.patterns.enumerated() {
            let pattern = try RoutePattern(row.pattern, types: Self.types)
            #expect(read.pattern(number).pattern == pattern)
            #expect(read.pattern(number).priority == row.priority)
        }
    }

    @Test func `a table in a file has all routes of the GitHub API`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Benchmarks/Sources/RouterBenchmark/Routes/github.txt")
        let texts = String(decoding: try Data(contentsOf: file), as: UTF8.self).split(separator: "\n")
            .map { "/" + $0.replacing(" ", with: "") }
        let read = try TableFolder().written(PatternIndex(try texts.map { IndexedPattern(try RoutePattern($0)) }))
        for (number, text) in texts.enumerated() {
            let url = try RouteURL(parsing: text.replacing(":", with: "N"))
            let match = read.match(url)
            #expect(match?.number == number && match?.values == match?.names.map { "N" + $0 }, "\(text)")
        }
    }

    @Test func `a table in a file may be empty`() throws {
        let read = try TableFolder().written(PatternIndex([]))
        #expect(read.count == 0)
        #expect(read.match(RouteURL("/a")) == nil)
    }

    @Test func `a table in a file replaces another one whole, which goes on for its readers`() throws {
        let folder = try TableFolder()
        let old = try folder.written(PatternIndex([IndexedPattern(try RoutePattern("/old"))]))
        let new = try folder.written(PatternIndex([IndexedPattern(try RoutePattern("/new"))]))
        #expect(old.match(RouteURL("/old")) != nil)
        #expect(old.match(RouteURL("/new")) == nil)
        #expect(new.match(RouteURL("/new")) != nil)
        #expect(folder.names == ["table"])
    }

    @Test func `a table in a file answers on when its file is cut off or overwritten`() throws {
        let folder = try TableFolder()
        let index = try Self.index()
        let read = try folder.written(index)
        try Data().write(to: URL(filePath: folder.path()))
        let url = RouteURL("/rent/list")
        #expect(read.match(url) == index.match(url))
    }

    @Test func `a table in a file is not written where there is no folder`() throws {
        let path = try TableFolder().path("missing/table")
        #expect(throws: TableFileError.system(file: path, call: "open", code: 2)) {
            try Self.index().write(to: path)
        }
    }
}
