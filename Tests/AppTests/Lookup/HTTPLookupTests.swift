@_spi(Host) import ModuleKit
import TestSupport
import Testing

@testable import App

@Suite(.timeLimit(.minutes(1))) struct `A look-up over HTTP` {
    private static let library = BuildProducts.path("libRemoteLookup.so")

    @Test func `a look-up over HTTP sends each question to its service`() async throws {
        let reply = HTTPReply.answer(
            headers: ["Cache-Control": "no-store"], body: #"{"kind":"redirect","url":"app://new"}"#)
        try await HTTPServer.run(["/lookup": reply]) { server in
            let lookup = try HTTPLookup(ResolverSetup(endpoint: server.url("/lookup")), library: Self.library)
            for _ in 1...2 {
                #expect(try await lookup.resolve(Question(RouteURL("app://old"))) == .redirect(to: "app://new"))
            }
            #expect(server.requests.map(\.target) == Array(repeating: "/lookup?url=app%3A%2F%2Fold", count: 2))
        }
    }

    @Test func `a look-up over HTTP sends equal questions at the same time once`() async throws {
        try await HTTPServer.run([:]) { server in
            let lookup = try HTTPLookup(ResolverSetup(endpoint: server.origin), library: Self.library)
            try await withThrowingTaskGroup { group in
                for _ in 1...16 { group.addTask { try await lookup.resolve(Question(RouteURL("app://old"))) } }
                for try await answer in group { #expect(answer == nil) }
            }
            #expect(server.requests.count == 1)
        }
    }

    @Test func `a look-up over HTTP reports why its service did not answer`() async throws {
        try await HTTPServer.run(["/lookup": .answer(500)]) { server in
            let lookup = try HTTPLookup(ResolverSetup(endpoint: server.url("/lookup")), library: Self.library)
            let error = ResolverError.unavailable(
                resolver: server.url("/lookup"), reason: "it answered with status 500")
            await #expect(throws: error) { try await lookup.resolve(Question(RouteURL("app://old"))) }
        }
    }

    @Test func `a look-up over HTTP has a name and an availability before it opens its library`() throws {
        let lookup = try HTTPLookup(
            ResolverSetup(endpoint: "https://lookup.example.com/a?key=secret"), library: TemporaryFolder.absent)
        #expect(lookup.name == "https://lookup.example.com/a")
        #expect(lookup.canResolve(RouteURL("app://old")) == .undecided)
    }

    @Test(arguments: [
        ("nothing", "No such file or directory"), ("text.so", "file too short"),
        ("libModuleKit.so", "it does not export switchboard_resolver_v1_HTTP"),
    ])
    func `a look-up over HTTP without its library is unavailable`(file: String, reason: String) async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("text", to: "text.so")
            let library = file.hasPrefix("lib") ? BuildProducts.path(file) : folder.path(file)
            let lookup = try HTTPLookup(ResolverSetup(endpoint: "http://127.0.0.1:1"), library: library)
            await #expect {
                try await lookup.resolve(Question(RouteURL("app://old")))
            } throws: { error in
                guard let error = error as? ResolverError, error.code == .unavailable else { return false }
                return error.detail.contains(library) && error.detail.contains(reason)
            }
        }
    }

    @Test func `a look-up over HTTP finds its library next to the host`() {
        #expect(HTTPLookup.library == Self.library)
    }
}
