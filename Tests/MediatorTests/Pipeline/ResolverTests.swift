@_spi(Host) import ModuleTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A URL that no module answers` {
    struct Fixed: Resolver {
        var name = "fixed"
        var answers: [String: Resolution] = [:]
        var error: ResolverError?

        func resolve(_ question: Question) async throws(ResolverError) -> Resolution? {
            if let error { throw error }
            return answers[question.url.text]
        }

        func canResolve(_ url: RouteURL) -> Availability {
            error == nil ? (answers[url.text] == nil ? .no : .yes) : .undecided
        }
    }

    @Test func `resolvers are asked in order, and a web answer becomes a web command`() async throws {
        let second = Fixed(answers: ["app://x": .web(url: "https://m.example.com/x")])
        let board = try Board(resolvers: [Fixed(), second])
        let feedback = try await board.mediator.open("app://x", origin: .shell)
        #expect(board.navigator.commands == [.web(url: "https://m.example.com/x")])
        #expect(feedback.outcome == .shown)
    }

    @Test func `a resolver's redirect is resolved again with the access of the original caller`() async throws {
        let resolver = Fixed(answers: ["app://old": .redirect(to: "app://echo")])
        let board = try Board("/echo", resolvers: [resolver])
        #expect(try await board.call("app://old") == "/echo")
        await #expect(throws: RequestError.self) { try await board.call("app://old", origin: .external) }
    }

    @Test func `a host's resolver is asked last, after the fallbacks and the remotes`() async throws {
        let host = Fixed(
            name: "host", answers: ["app://x/y": .page(Page("Not found") {}), "app://rent/y": .page(Page("") {})])
        let navigator = RecordingNavigator()
        let mediator = Switchboard(navigator: navigator, resolvers: [Fixed(name: "remote", answers: [:]), host])
        var rent = Registration(owner: "Rent")
        rent.routes = Fallback("/rent") { _ in Page("Rent's own") {} }.routes
        try mediator.register(rent)
        for (url, title) in [("app://rent/y", "Rent's own"), ("app://x/y", "Not found")] {
            _ = try await mediator.open(RouteURL(url), origin: .shell)
            #expect(navigator.page?.title == title)
        }
        await #expect(throws: RequestError.self) { try await mediator.open("app://z", origin: .shell) }
    }

    @Test func `a resolver is never asked for a URL that a module answers`() async throws {
        let board = try Board("/echo", resolvers: [Fixed(error: .timedOut(resolver: "fixed", seconds: 5))])
        #expect(try await board.call("app://echo") == "/echo")
    }

    @Test func `a resolver's failure is the cause of the error, instead of an unknown route`() async throws {
        let board = try Board(resolvers: [Fixed(error: .timedOut(resolver: "fixed", seconds: 5))])
        await #expect {
            try await board.call("app://x")
        } throws: { error in
            (error as? RequestError)?.cause as? ResolverError == .timedOut(resolver: "fixed", seconds: 5)
        }
    }

    @Test func `canOpen answers by routes and canResolve, without a question to a resolver`() throws {
        let board = try Board("/echo", resolvers: [Fixed(answers: ["app://x": .web(url: "https://a.b")])])
        #expect(try board.mediator.availability(of: "app://echo", for: .call, origin: .shell) == .yes)
        #expect(try board.mediator.availability(of: "app://echo", for: .open, origin: .shell) == .no)
        #expect(try board.mediator.availability(of: "app://echo", for: .call, origin: .external) == .no)
        #expect(try board.mediator.availability(of: "app://x", origin: .external) == .yes)
        #expect(try board.mediator.availability(of: "app://y", origin: .shell) == .no)
        let undecided = try Board(resolvers: [Fixed(error: .timedOut(resolver: "fixed", seconds: 5))])
        #expect(try undecided.mediator.availability(of: "app://y", origin: .shell) == .undecided)
    }

    static let unusable = [
        "", "[]", "<html></html>", "{}", #"{"kind":"web"}"#, #"{"kind":"web","url":"app://x"}"#,
        #"{"kind":"web","url":"javascript:alert(1)"}"#, #"{"kind":"dance","url":"app://x"}"#,
        #"{"kind":"redirect","url":"no url"}"#, #"{"kind":1,"url":"app://x"}"#, String(repeating: "[", count: 500_000),
        String(repeating: #"{"kind":"#, count: 100_000),
    ]

    @Test(arguments: unusable) func `a resolver's answer that cannot be read is refused`(_ json: String) {
        #expect(throws: ResolverError.self) { try Resolution(json: Array(json.utf8), from: "test") }
    }

    @Test func `unknown fields of a resolver's answer are ignored`() throws {
        let json = #"{"kind":"redirect","url":"app://x","since":"1.1"}"#
        #expect(try Resolution(json: Array(json.utf8), from: "test") == .redirect(to: "app://x"))
    }
}

@Suite(.timeLimit(.minutes(2))) struct `The answer of a resolver` {
    private static let hash = String(repeating: "0a", count: 32)
    private static let offer =
        #"{"kind":"module","module":{"name":"Coupons","version":"1.2.0","#
        + #""url":"https://a.example/libCoupons.so","sha256":"\#(hash)"}}"#

    private static func mediator(_ json: String) throws -> (Switchboard, RecordingNavigator) {
        let resolution = try Resolution(json: Array(json.utf8), from: "test")
        let board = try Board(resolvers: [
            `A URL that no module answers`.Fixed(answers: ["app://x": resolution])
        ])
        return (board.mediator, board.navigator)
    }

    @Test func `a resolver may answer with the description of a page`() async throws {
        let json =
            #"{"kind":"page","page":{"title":"Sale","elements":[{"kind":"text","text":"Today"},"#
            + #"{"kind":"link","title":"All","url":"app://coupons/list"}]}}"#
        let (mediator, navigator) = try Self.mediator(json)
        _ = try await mediator.open("app://x", origin: .external)
        #expect(
            navigator.commands == [
                .push(
                    Page("Sale") {
                        Text("Today")
                        Link("All", to: "app://coupons/list")
                    })
            ])
    }

    /// An answer that becomes an error, and the error's message.
    static let errors = [
        (#"{"kind":"gone"}"#, "app://x is gone, as the remote fixed reports; do not ask for it again"),
        (
            #"{"kind":"gone","reason":"sold"}"#,
            "app://x is gone, as the remote fixed reports: sold; do not ask for it again"
        ),
        (
            #"{"kind":"denied","reason":"adults only"}"#,
            "app://x is denied by the remote fixed: adults only; ask its operator for access"
        ),
        (
            offer,
            "app://x needs the module Coupons 1.2.0, which the remote fixed offers at "
                + "https://a.example/libCoupons.so with SHA-256 \(hash); add --allow-install to install it for "
                + "requests that are not "
                + "external"
        ),
    ]

    @Test(arguments: errors) func `a resolver's answer without a page is an error that names the remote`(
        json: String, text: String
    ) async throws {
        let (mediator, navigator) = try Self.mediator(json)
        await #expect {
            try await mediator.open("app://x", origin: .shell)
        } throws: { error in
            "\(error)" == text
        }
        #expect(navigator.commands.isEmpty)
    }

    @Test(arguments: [
        (#"{"kind":"page"}"#, #""page" is missing"#),
        (#"{"kind":"page","page":{"title":"x"}}"#, #""page.elements" is missing"#),
        (
            #"{"kind":"page","page":{"title":"x","elements":[{"kind":"link","title":"","url":"no url"}]}}"#,
            "a link leads to an invalid URL"
        ),
        (#"{"kind":"page","page":{"title":"x","elements":[{"kind":1}]}}"#, "page.elements.0.kind"),
        (offer.replacing("https:", with: "ftp:"), "expected an https or http URL"),
        (offer.replacing("Coupons", with: "../Coupons"), "expected a module's name"),
        (offer.replacing("1.2.0", with: "latest"), "expected a version"),
        (offer.replacing(hash, with: "0A"), "expected 64 hexadecimal digits"),
        (#"{"kind":"gone","reason":1}"#, #""reason" is not of type String"#),
    ])
    func `an invalid answer of a resolver is refused with the reason`(json: String, reason: String) {
        #expect {
            try Resolution(json: Array(json.utf8), from: "test")
        } throws: { error in
            (error as? ResolverError)?.code == .invalidAnswer && "\(error)".contains(reason)
        }
    }

    @Test func `a question to a resolver has the URL, the verb, the origin and the host's description`() async throws {
        let asked = Asked()
        let board = try Board(resolvers: [asked])
        board.mediator.describe(HostDescription(version: "1.0.0", modules: ["Rent": "2.0.0"], locale: "zh-CN"))
        _ = try? await board.mediator.open("app://x", origin: .external)
        let questions = asked.questions.withLock(\.self)
        let question = try #require(questions.first)
        #expect(question.url.text == "app://x" && question.origin == .external && question.verb == .open)
        #expect(question.host == HostDescription(version: "1.0.0", modules: ["Rent": "2.0.0"], locale: "zh-CN"))
    }

    /// Records its questions.
    private final class Asked: Resolver {
        let name = "asked"
        let questions = Mutex<[Question]>([])

        func resolve(_ question: Question) async throws(ResolverError) -> Resolution? {
            questions.withLock { $0.append(question) }
            return nil
        }

        func canResolve(_ url: RouteURL) -> Availability { .undecided }
    }
}
