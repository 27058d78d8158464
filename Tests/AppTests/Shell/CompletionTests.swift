import Foundation
@_spi(Host) import ModuleKit
import PluginRuntime
import TestSupport
import Testing

@testable import App

@Suite(.timeLimit(.minutes(2))) struct `The completion of a word` {
    private struct Nowhere: Navigator {
        func perform(_ command: NavigationCommand, for request: Request?) async -> Feedback {
            Feedback(.done, stack: [])
        }
        func forecast(_ command: NavigationCommand, for request: Request?) async -> Feedback {
            PageStack().forecast(command, for: request)
        }
    }

    private static let patterns = [
        "/rent/list", "/rent/:id<int>", "/rent/sort/:by<one(price,size)>", "/rent/on/:on<bool>", "/account",
        "/account/home",
        "/the(/foo/:a)(/bar)", "docs://guide/*path", "https://m.example.com/rent",
        "odd://q/a%3Fb/c", "odd://q/x%20y", "odd://q/房子",
    ]

    private static let aliases = ["homes": "open app://rent/list", "cheap": "open --plan"]

    private static func source() throws -> CompletionSource {
        let mediator = Switchboard(navigator: Nowhere())
        let routes = patterns.map { Open($0) { _ in Page("Page") }.route } + [Call("/rent/search") { _ in 7 }.route]
        try mediator.register(routes, owner: "Test")
        let modules = [("Rent", "active"), ("Map", "disabled"), ("Maze", "resolved"), ("Old", "shadowed")]
        return CompletionSource(
            routes: TypedRoutes(mediator.patterns(for: .shell)),
            modules: {
                modules.map { .init(name: $0.0, state: .init(rawValue: $0.1) ?? .failed, isInstalled: $0.0 == "Map") }
            },
            labels: { ["needs-login", "beta"] },
            paths: { path, areFolders in
                let names = areFolders ? ["beta/"] : ["a file", "alpha", "beta/"]
                return names.filter { $0.hasPrefix(path) }.map { .init(text: $0, label: $0) }
            },
            query: { url in
                switch url {
                case "app://rent/list": [("city", ["beijing", "shanghai"]), ("page", [])]
                case "odd://q/x%20y": [("a b", ["one&two", "+ %"])]
                default: []
                }
            })
    }

    /// The text before the cursor, and the labels of the choices.
    static let choices: [(text: String, labels: [String])] = [
        ("ope", ["open"]), ("mod", ["module", "modules"]), ("qu", ["quit"]), ("zz", []), ("app", ["app://"]),
        ("module en", ["enable"]), ("module enable ", ["Map"]), ("module disable ", ["Maze", "Rent"]),
        ("module stop ", ["Maze", "Rent"]), ("module why M", ["Map", "Maze"]), ("module uninstall ", ["Map"]),
        ("routes R", ["Rent"]), ("routes Rent M", ["Maze"]), ("module new ", []), ("routes --ma", ["--markdown"]),
        ("open --", ["--plan", "--trace"]), ("open --plan --", ["--trace"]), ("help sta", ["stack", "stats"]),
        ("help module in", ["info", "install"]),
        ("trace ", ["on", "off"]),
        ("open a", ["app://"]), ("open app://", ["account", "rent/", "the"]), ("open app://ren", ["rent/"]),
        ("open app://rent/", ["list", "on/", "sort/", ":id<int>"]), ("call app://rent/", ["search"]),
        ("app://rent/l", ["list"]), ("/rent/l", ["list"]), ("app://rent/4", [":id<int>"]), ("app://rent/x", []),
        ("app://rent/sort/", ["price", "size"]), ("app://rent/on/t", ["true"]),
        ("app://account", ["account", "account/"]),
        ("app://account/", ["home"]), ("app://the", ["the", "the/"]), ("app://the/", ["bar", "foo/"]),
        ("app://the/foo/x/", ["bar"]), ("docs://", ["guide/", "account", "rent/", "the"]),
        ("https://", ["m.example.com/"]),
        ("open app://rent/list?", ["city=", "page="]), ("open app://rent/list?city=s", ["shanghai"]),
        ("open app://rent/list?city=x&", ["page="]), ("replay al", ["alpha"]), ("watch ", ["beta/", "off"]),
        ("module install ", ["a file", "alpha", "beta/"]), ("routes --label n", ["needs-login"]),
        ("routes --label=n", ["needs-login"]), ("hom", ["homes"]), ("homes --", ["--plan", "--trace"]), ("homes a", []),
        ("cheap --", ["--trace"]), ("cheap app://ren", ["rent/"]), ("module frob ", []),
        ("record ", ["a file", "alpha", "beta/", "off"]),
        ("open app://rent/list more", []), ("frob ", []), ("resolve app://rent/s", ["search", "sort/"]),
        ("odd://q/", ["a?b/", "x y", "房子"]),
    ]

    @Test(arguments: choices) func `the completion of a word offers commands, names, URLs and files that fit`(
        _ row: (text: String, labels: [String])
    ) throws {
        #expect(
            Completion.line(row.text, aliases: Self.aliases, in: try Self.source()).choices.map(\.label) == row.labels)
    }

    /// The text before the cursor, and the text that replaces its last word.
    static let replacements: [(text: String, word: String?, length: Int)] = [
        ("replay a\\ ", "'a file'", 3), ("replay 'a f", "'a file'", 4), ("module install bet", "beta/", 3),
        ("open app://rent/li", "app://rent/list", 13), ("open 'app://rent/li", "app://rent/list", 14),
        ("app://rent/sort/p", "app://rent/sort/price", 17), ("routes --label=n", "--label=needs-login", 9),
        ("odd://q/a", "odd://q/a%3Fb/", 9), ("odd://q/a%3fb/", "odd://q/a%3fb/c", 14),
        ("odd://q/x%20", "odd://q/x%20y", 12), ("odd://q/房", "odd://q/房子", 9),
        ("odd://q/x%20y?a", "odd://q/x%20y?a%20b=", 15),
        ("odd://q/x%20y?a%20b=one%26", "odd://q/x%20y?a%20b=one%26two", 26),
        ("odd://q/x%20y?a%20b=%2B+", "odd://q/x%20y?a%20b=%2B%20%25", 24),
    ]

    @Test(arguments: replacements)
    func `the completion of a word replaces it as it was typed, with quotation marks if it needs them`(
        _ row: (text: String, word: String?, length: Int)
    ) throws {
        let result = Completion.line(row.text, aliases: Self.aliases, in: try Self.source())
        #expect(result.choices.compactMap(\.text) == [row.word].compactMap(\.self))
        #expect(result.length == row.length)
    }

    @Test func `the completion of a path lists its folder, and hidden names only after a dot`() throws {
        try TemporaryFolder.with { folder in
            for name in ["alpha", ".hidden"] { try folder.write("", to: name) }
            try FileManager.default.createDirectory(atPath: folder.path("also"), withIntermediateDirectories: false)
            let source = CompletionSource(Switchboard(navigator: Nowhere()), .shell, TypedRoutes())
            func labels(_ path: String, _ areFolders: Bool) -> [String] {
                source.paths(folder.path(path), areFolders).map(\.label)
            }
            #expect(labels("a", false) == ["alpha", "also/"] && labels("a", true) == ["also/"])
            #expect(labels("", false) == ["alpha", "also/"] && labels(".", false) == [".hidden"])
            #expect(source.paths(folder.path("al"), true).map(\.text) == [folder.path("also/")])
        }
    }
}
