@_spi(Host) import ModuleKit
import Synchronization
import Testing

@testable import Mediator

@Suite(.timeLimit(.minutes(2))) struct `The parameters of an interceptor's request` {
    private static let routes = [
        Call("/rent/:id<int>") { request in Self.text(request) }.labelled("guarded").route,
        Call("/vault/:token") { _ in "open" }.sensitive("token").route,
    ]

    private static func text(_ request: Request) -> String {
        request.parameters.items.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
    }

    /// The patterns of an interceptor, a URL that they match, and the parameters that its closures see.
    static let rows: [(patterns: [String], url: String, seen: String)] = [
        (["/rent/:home<int>"], "app://rent/7", "home=7 id=7"),
        (["/rent/:id"], "app://rent/7", "id=7"),
        (["/:id/*rest?"], "app://rent/7", "id=rent rest=7"),
        (["/*all?", "/rent/:home"], "app://rent/7", "home=7 id=7"),
        (["/rent/:home(/:room)"], "app://rent/7?home=8&from=mail", "home=7 id=7 home=8 from=mail"),
        (["/rent/7"], "app://rent/7", "id=7"),
        ([], "app://rent/7", "id=7"),
    ]

    @Test(arguments: rows)
    func `an interceptor sees the parameters of its own pattern before the route's parameters`(
        _ row: (patterns: [String], url: String, seen: String)
    ) async throws {
        let seen = Mutex<[String]>([])
        let handler = HandlerBody<Request, Decision>.synchronous { request in
            seen.withLock { $0.append(Self.text(request)) }
            return .change(request.with(body: Payload("changed")))
        }
        let interceptor = Interceptor(
            "i", on: row.patterns, before: [], after: [], fileID: #fileID, line: #line, handler: handler
        )
        .afterwards { (request: Request, outcome: Outcome) -> Outcome in
            seen.withLock { $0.append(Self.text(request)) }
            return outcome
        }
        let scene = try Scene(Self.routes, interceptors: [interceptor])
        let expected = row.url == "app://rent/7" ? "id=7" : "id=7 home=8 from=mail"
        #expect(try await scene.call(row.url).get() == expected, "the handler has the parameters of its route alone")
        #expect(seen.withLock(\.self) == [row.seen, row.seen])
    }

    @Test func `each interceptor has its own parameter names, even if it also covers the route's label`() async throws {
        let seen = Mutex<[String]>([])
        func note(_ name: String, on pattern: String) -> Interceptor {
            Interceptor(name, on: pattern, onLabelled: "guarded") { request in
                seen.withLock { $0.append("\(name): \(request.parameters[String(pattern.dropFirst(7))] ?? "none")") }
                return .pass
            }
        }
        let scene = try Scene(Self.routes, interceptors: [note("a", on: "/rent/:home"), note("b", on: "/rent/:flat")])
        _ = try await scene.call("app://rent/7").get()
        #expect(seen.withLock(\.self) == ["a: 7", "b: 7"])
    }

    @Test func `an error about an interceptor's parameter masks the route's sensitive value`() async throws {
        let scene = try Scene(
            Self.routes,
            interceptors: [
                Interceptor("i", on: "/vault/:number") { request in
                    let _: Int = try request.parameters.value("number")
                    return .pass
                }
            ])
        let error = try #require(await scene.failure(of: "app://vault/abcd"))
        #expect("\(error)".contains("\"number\" is \"***\""), "\(error)")
        #expect(!"\(error)".contains("abcd"))
    }
}
