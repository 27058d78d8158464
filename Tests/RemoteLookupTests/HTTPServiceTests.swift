import ModuleKit
import TestSupport
import Testing

@testable import RemoteLookup

@Suite(.timeLimit(.minutes(1))) struct `A call to a web service` {
    static let account = #"{"name":"Ann"}"#

    @Test(arguments: [
        (AccountAPI.user(id: "a b/ü?#"), "GET", "/v1/users/a%20b/%C3%BC%3F%23", ""),
        (.search(text: "a&b=c d", page: 2), "GET", "/v1/users?text=a%26b%3Dc%20d&page=2", ""),
        (.search(text: "x", page: nil), "GET", "/v1/users?text=x", ""),
        (.login(user: "ann", password: "pw"), "POST", "/v1/user/login", #"{"password":"pw","user":"ann"}"#),
        (.rename("Ann"), "PATCH", "/v1/users/me", account),
        (.picture(Array("\u{0}bytes".utf8)), "PUT", "/v1/users/me/picture", "\u{0}bytes"),
        (.remove, "DELETE", "/v1/users/me", ""),
    ])
    func `a call to a web service travels with its method, path, query, body and header fields`(
        call: AccountAPI, method: String, target: String, body: String
    ) async throws {
        try await HTTPServer.run { _ in
            .json(Self.account)
        } while: { server in
            let context = try await ServiceCaller.context(at: server.url("/v1/"))
            #expect(try await context.send(call) == Account(name: "Ann"))
            let request = try #require(server.requests.first)
            #expect(server.requests.count == 1)
            #expect(request.method == method)
            #expect(request.target == target)
            #expect(String(decoding: request.body, as: UTF8.self) == body)
            #expect(request.headers["authorization"] == "Bearer s3cret-token")
            #expect(request.headers["expect"] == nil)
            let type = method == "PUT" ? "image/jpeg" : body.isEmpty ? nil : "application/json"
            #expect(request.headers["content-type"] == type)
        }
    }

    @Test(arguments: [
        (HTTPMethod.post, HTTPReply.answer(204)), (.head, .raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n")),
        (.put, .answer(200)), (.delete, .answer(205)),
    ])
    func `a call to a web service without a body takes an empty answer as null`(
        method: HTTPMethod, reply: HTTPReply
    ) async throws {
        try await HTTPServer.run { _ in
            reply
        } while: { server in
            let context = try await ServiceCaller.context(at: server.origin)
            let answer = try await context.send(AnyCall(method: method))
            #expect(try answer.json() == Array("null".utf8))
            #expect(server.requests.first?.method == method.rawValue)
            #expect(server.requests.first?.headers["content-length"] == (method == .post || method == .put ? "0" : nil))
        }
    }

    @Test func `a call to a web service has the header fields that interceptors add`() async throws {
        try await HTTPServer.run { _ in
            .json("1")
        } while: { server in
            let context = try await ServiceCaller.context(at: server.origin)
            _ = try await context.send(AnyCall(headers: ["X-Test": "replace"]))
            let fields = try #require(server.requests.first?.headers)
            #expect(fields["accept-language"] == "zh")
            #expect(fields["x-test"] == "replaced")
            let error = await #expect(throws: RequestError.self) {
                try await context.send(AnyCall(headers: ["X-Test": "inject"]))
            }
            #expect("\(String(describing: error))".contains("X-Line"))
            #expect(server.requests.count == 1)
        }
    }

    @Test func `a call to a web service gives its answer in the form that a reformer makes`() async throws {
        struct Greeting: Reformer { func reform(_ answer: Account) throws -> String { "Hello, \(answer.name)" } }
        struct Refusal: Reformer, Error { func reform(_ answer: Account) throws -> Int { throw self } }
        try await HTTPServer.run { _ in
            .json(Self.account)
        } while: { server in
            let context = try await ServiceCaller.context(at: server.origin)
            #expect(try await context.send(AccountAPI.remove, reformedBy: Greeting()) == "Hello, Ann")
            await #expect(throws: Refusal.self) { try await context.send(AccountAPI.remove, reformedBy: Refusal()) }
        }
    }

    @Test func `an upload to a web service tells the parts that were sent`() async throws {
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
        try await HTTPServer.run { _ in
            .json(Self.account)
        } while: { server in
            let context = try await ServiceCaller.context(at: server.origin)
            let (parts, progress) = AsyncStream.makeStream(of: UploadProgress.self)
            _ = try await context.send(AccountAPI.picture(bytes), progress: progress)
            var sent: [Int] = []
            for await part in parts {
                #expect(part.total == bytes.count)
                sent.append(part.sent)
            }
            #expect(sent.count > 1)
            #expect(sent == sent.sorted())
            #expect(sent.last == bytes.count)
            #expect(server.requests.first?.body == bytes)
        }
    }

    @Test(arguments: [
        (HTTPMethod.get, 3), (.put, 3), (.delete, 3), (.post, 1), (.patch, 1),
    ])
    func `a call to a web service is sent again only with an idempotent method`(
        method: HTTPMethod, count: Int
    ) async throws {
        for reply in [HTTPReply.answer(503), .dropped] {
            try await HTTPServer.run { _ in
                reply
            } while: { server in
                let context = try await ServiceCaller.context(at: server.origin)
                await #expect(throws: RequestError.self) {
                    try await context.send(AnyCall(method: method), retries: 2)
                }
                #expect(server.requests.count == count)
            }
        }
    }

    @Test(arguments: [(Int.max, 2), (.min, 1), (-1, 1)])
    func `a call to a web service takes any number of retries`(retries: Int, count: Int) async throws {
        let script = ["/users": [HTTPReply.dropped, .json("1")]]
        try await HTTPServer.run(sequences: script) { server in
            let context = try await ServiceCaller.context(at: server.origin)
            _ = try? await context.send(AnyCall(), retries: retries)
            #expect(server.requests.count == count)
        }
    }

    @Test func `a call to a web service is not sent again on a connection that ended`() async throws {
        let script = ["/users": [HTTPReply.kept(200, body: "1"), .dropped]]
        try await HTTPServer.run(sequences: script) { server in
            let context = try await ServiceCaller.context(at: server.origin)
            _ = try await context.send(AnyCall())
            await #expect(throws: RequestError.self) { try await context.send(AnyCall(method: .post)) }
            #expect(server.requests.map(\.method) == ["GET", "POST"])
        }
    }

    @Test func `a call to a web service that succeeds at a later attempt gives the answer`() async throws {
        let script = ["/users/me": [HTTPReply.answer(500), .dropped, .json(Self.account)]]
        try await HTTPServer.run(sequences: script) { server in
            let context = try await ServiceCaller.context(at: server.origin)
            #expect(try await context.send(AccountAPI.remove, retries: 2) == Account(name: "Ann"))
        }
    }

    @Test(arguments: [
        "https://*url", "http://*url", "http://*/users", "http://*/v1/*rest?",
    ])
    func `a call to a web service reaches it behind routes for any host`(pattern: String) async throws {
        try await HTTPServer.run { _ in
            .json("1")
        } while: { server in
            for stub in [Stub.handler(.open) { _ in .declined }, .value("stolen")] {
                let harness = try await ModuleHarness(
                    ServiceCaller.self, stubs: [pattern: stub.optional],
                    resolvers: [try HTTPService("accounts", ResolverSetup(endpoint: server.url("/v1")))])
                #expect(try await harness.module.context.send(AnyCall()).json() == Array("1".utf8))
            }
            #expect(server.requests.count == 2)
        }
    }

    @Test func `a call to a web service is answered by the route of its verb that names the host`() async throws {
        try await HTTPServer.run { _ in
            .json("1")
        } while: { server in
            for (stub, answer) in [(Stub.handler(.open) { _ in .declined }, "1"), (.value(2), "2")] {
                let harness = try await ModuleHarness(
                    ServiceCaller.self, stubs: [server.url("/v1/users"): stub.optional],
                    resolvers: [try HTTPService("accounts", ResolverSetup(endpoint: server.url("/v1")))])
                #expect(try await harness.module.context.send(AnyCall()).json() == Array(answer.utf8))
            }
        }
    }

    @Test func `a web service hides its sensitive parameters in its own URLs only`() async throws {
        try await HTTPServer.run { _ in
            .json(Self.account)
        } while: { server in
            let network = Network(transport: CurlTransport(), timing: .system)
            let service = try HTTPService("accounts", ResolverSetup(endpoint: server.url("/v1/:a*")), network: network)
            let pages = try LookupTable([server.url("/page"): .web(url: RouteURL(server.url("/page?token=x")))])
            let harness = try await ModuleHarness(ServiceCaller.self, resolvers: [service, pages])
            _ = try await harness.module.context.send(AccountAPI.search(text: "s3cr3t", page: nil))
            #expect(harness.traces.allSatisfy { !"\($0)".contains("s3cr3t") })
            try await harness.open(RouteURL(server.url("/page?token=x")))
            #expect(harness.commands == [.web(url: RouteURL(server.url("/page?token=x")))])
            #expect(harness.availability(of: RouteURL(server.url("/page?token=x"))) == .yes)
            #expect(harness.availability(of: RouteURL(server.url("/v1/:a*/page?token=x"))) == .no)
        }
    }

    @Test func `a web service is closed to everyone but the module itself`() async throws {
        try await HTTPServer.run { _ in
            .json(Self.account)
        } while: { server in
            let harness = try await ServiceCaller.harness(at: server.origin)
            for origin in [Origin.shell, .external, .module("Other")] {
                await #expect(throws: RequestError.self) {
                    try await harness.call(RouteURL(server.url("/users")), as: Payload.self, origin: origin)
                }
                await #expect(throws: RequestError.self) {
                    try await harness.open(RouteURL(server.url("/users")), origin: origin)
                }
            }
            await #expect(throws: RequestError.self) {
                try await harness.module.context.call(RouteURL(server.url("/users")), as: Payload.self)
            }
            for origin in [Origin.shell, .module("Other")] {
                await #expect(throws: RequestError.self) {
                    try await harness.call("/caller/name", as: String.self, origin: origin)
                }
            }
            #expect(harness.availability(of: RouteURL(server.url("/users")), for: .call) == .no)
            #expect(server.requests.isEmpty)
        }
    }
}
