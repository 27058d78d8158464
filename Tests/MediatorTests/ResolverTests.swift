@_spi(Host) import ModuleKit
import Testing

@Suite struct `What no module answers is asked of resolvers` {
    struct Fixed: Resolver {
        var name = "fixed"
        var answers: [String: Resolution] = [:]
        var error: ResolverError?

        func resolve(_ url: RouteURL) async throws(ResolverError) -> Resolution? {
            if let error { throw error }
            return answers[url.text]
        }

        func canResolve(_ url: RouteURL) -> Availability {
            error == nil ? (answers[url.text] == nil ? .no : .yes) : .undecided
        }
    }

    @Test func `in order, and a web answer becomes a web command`() async throws {
        let second = Fixed(answers: ["app://x": .web(url: "https://m.example.com/x")])
        let board = try Board(resolvers: [Fixed(), second])
        let feedback = try await board.mediator.open("app://x", origin: .shell)
        #expect(board.navigator.commands == [.web(url: "https://m.example.com/x")])
        #expect(feedback.outcome == .shown)
    }

    @Test func `and a redirect is resolved again with the access of the one who asked`() async throws {
        let resolver = Fixed(answers: ["app://old": .redirect(url: "app://echo")])
        let board = try Board("/echo", resolvers: [resolver])
        #expect(try await board.call("app://old") == "/echo")
        await #expect(throws: RequestError.self) { try await board.call("app://old", origin: .external) }
    }

    @Test func `but never for what a module answers`() async throws {
        let board = try Board("/echo", resolvers: [Fixed(error: .timedOut(resolver: "fixed", seconds: 5))])
        #expect(try await board.call("app://echo") == "/echo")
    }

    @Test func `and a failure is its own error, not an unknown route`() async throws {
        let board = try Board(resolvers: [Fixed(error: .timedOut(resolver: "fixed", seconds: 5))])
        await #expect {
            try await board.call("app://x")
        } throws: { error in
            if case RequestError.remote("app://x", .timedOut("fixed", 5)) = error { true } else { false }
        }
    }

    @Test func `while canOpen asks nobody`() throws {
        let board = try Board("/echo", resolvers: [Fixed(answers: ["app://x": .web(url: "https://a.b")])])
        #expect(try board.mediator.canOpen("app://echo", for: .call, origin: .shell) == .yes)
        #expect(try board.mediator.canOpen("app://echo", for: .open, origin: .shell) == .no)
        #expect(try board.mediator.canOpen("app://echo", for: .call, origin: .external) == .no)
        #expect(try board.mediator.canOpen("app://x", origin: .external) == .yes)
        #expect(try board.mediator.canOpen("app://y", origin: .shell) == .no)
        let undecided = try Board(resolvers: [Fixed(error: .timedOut(resolver: "fixed", seconds: 5))])
        #expect(try undecided.mediator.canOpen("app://y", origin: .shell) == .undecided)
    }

    static let unusable = [
        "", "[]", "<html></html>", "{}", #"{"kind":"web"}"#, #"{"kind":"web","url":"app://x"}"#,
        #"{"kind":"web","url":"javascript:alert(1)"}"#, #"{"kind":"dance","url":"app://x"}"#,
        #"{"kind":"redirect","url":"no url"}"#, #"{"kind":1,"url":"app://x"}"#,
    ]

    @Test(arguments: unusable) func `and an answer that is none is refused`(_ json: String) {
        #expect(throws: ResolverError.self) { try Resolution(json: Array(json.utf8), from: "test") }
    }

    @Test func `and fields that are not known are passed over`() throws {
        let json = #"{"kind":"redirect","url":"app://x","since":"1.1"}"#
        #expect(try Resolution(json: Array(json.utf8), from: "test") == .redirect(url: "app://x"))
    }
}
