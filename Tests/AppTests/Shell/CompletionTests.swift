@_spi(Host) import ModuleKit
import PluginRuntime
import Testing

@testable import App

@Suite struct `The completion of a word` {
    private struct Nowhere: Navigator {
        func perform(_ command: NavigationCommand, for request: Request) async -> Feedback {
            Feedback(.done, stack: [])
        }
        func perform(_ command: NavigationCommand) async -> Feedback { Feedback(.done, stack: []) }
        func stack() async -> [StackEntry] { [] }
    }

    private static let patterns = [
        "/rent/list", "/rent/:id<int>", "/rent/sort/:by<one(price,size)>", "/rent/on/:on<bool>", "/account",
        "/account/home",
        "/the(/foo/:a)(/bar)", "docs://guide/*path", "https://m.example.com/rent",
    ]

    private static func source() throws -> CompletionSource {
        let mediator = Switchboard(navigator: Nowhere())
        let routes = patterns.map { Open($0) { Page("Page") }.route } + [Call("/rent/search") { 7 }.route]
        try mediator.register(routes, owner: "Test")
        let tree = RouteTree(mediator.routeShapes(for: .shell))
        let modules = [("Rent", "active"), ("Map", "disabled"), ("Maze", "resolved"), ("Old", "shadowed")]
        return CompletionSource(
            routes: tree, commands: CommandTable.all.map { $0.description },
            modules: {
                modules.map { .init(name: $0.0, state: .init(rawValue: $0.1) ?? .failed, isInstalled: $0.0 == "Map") }
            },
            names: { $0 == "." ? ["a file", "alpha", "beta/", ".hidden"] : $0 == "beta/" ? ["inner"] : [] },
            query: { $0 == "app://rent/list" ? [("city", ["beijing", "shanghai"]), ("page", [])] : [] })
    }

    /// The text before the cursor, and the labels of the choices.
    static let choices: [(text: String, labels: [String])] = [
        ("ope", ["open"]), ("mod", ["module", "modules"]), ("qu", ["quit"]), ("zz", []), ("app", ["app://"]),
        ("module en", ["enable"]), ("module enable ", ["Map"]), ("module disable ", ["Maze", "Rent"]),
        ("module stop ", ["Maze", "Rent"]), ("module why M", ["Map", "Maze"]), ("module uninstall ", ["Map"]),
        ("routes R", ["Rent"]), ("routes Rent M", ["Maze"]), ("module new ", []), ("routes --ma", ["--markdown"]),
        ("open --", ["--plan", "--trace"]), ("open --plan --", ["--trace"]), ("help sta", ["stack", "stats"]),
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
        ("open app://rent/list?city=x&", ["page="]), ("replay al", ["alpha"]), ("replay beta/", ["inner"]),
        ("module install ", ["a file", "alpha", "beta/"]), ("replay .", [".hidden"]),
        ("record ", ["a file", "alpha", "beta/", "off"]),
        ("open app://rent/list more", []), ("frob ", []), ("resolve app://rent/s", ["search", "sort/"]),
    ]

    @Test(arguments: choices) func `the completion of a word knows what is installed and fits`(
        _ row: (text: String, labels: [String])
    ) throws {
        #expect(Completion(row.text, in: try Self.source()).result.choices.map(\.label) == row.labels)
    }

    /// The text before the cursor, and the text that replaces its last word.
    static let replacements: [(text: String, word: String?, length: Int)] = [
        ("replay a\\ ", "'a file'", 3), ("replay 'a f", "'a file'", 4), ("module install bet", "beta/", 3),
        ("open app://rent/li", "app://rent/list", 13), ("open 'app://rent/li", "app://rent/list", 14),
        ("app://rent/sort/p", "app://rent/sort/price", 17),
    ]

    @Test(arguments: replacements)
    func `the completion of a word replaces the word as it was typed, with quotation marks where it needs them`(
        _ row: (text: String, word: String?, length: Int)
    ) throws {
        let result = Completion(row.text, in: try Self.source()).result
        #expect(result.choices.compactMap(\.text) == [row.word].compactMap(\.self))
        #expect(result.length == row.length)
    }
}
