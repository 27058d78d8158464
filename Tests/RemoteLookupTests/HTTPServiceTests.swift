import Foundation
@_spi(Host) import ModuleTesting
import TestSupport
import Testing

@testable import RemoteLookup

@Suite(.timeLimit(.minutes(1))) struct `A call to a web service` {
    static let account = #"{"name":"Ann"}"#

    @Test(arguments: [
        (AccountAPI.user(id: "a b/ü?#"), "GET", "/v1/users/a%20b%2F%C3%BC%3F%23", ""),
        (.search(text: "a&b=c d", page: 2), "GET", "/v1/users?text=a%26b%3Dc%20d&page=2", ""),
        (.search(text: "x", page: nil), "GET", "/v1/users?text=x", ""),
        (.login(user: "ann", password: "pw"), "POST", "/v1/user/login", #"{"password":"pw","user":"ann"}"#),
        (.rename("Ann"), "PATCH", "/v1/users/me", account),
        (.picture(Array("\u{0}bytes".utf8)), "PUT", "/v1/users/me/picture", "\u{0}bytes"),
        (.remove, "DELETE", "/v1/users/me", ""),
    ])
    func `a call to a web service is sent with its method, path, query, body and header fields`(
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

    @Test func `a call to a web service can have both a query and a body`() async throws {
        try await HTTPServer.run { _ in
            .json("1")
        } while: { server in
            let context = try await ServiceCaller.context(at: server.origin)
            let query: QueryItems = ["dry": true, "of": "a&b", "none": nil as Int?]
            _ = try await context.send(AnyCall(method: .post, query: query, body: .json(["name": "Ann"])))
            let request = try #require(server.requests.first)
            #expect(request.target == "/users?dry=true&of=a%26b")
            #expect(String(decoding: request.body, as: UTF8.self) == Self.account)
        }
    }

    private struct Problem: Decodable, Equatable { let code: String }

    @Test(arguments: [200, 201, 302, 401, 404, 422, 500, 503])
    func `a response of a web service has its status, header fields and body`(status: Int) async throws {
        try await HTTPServer.run { _ in
            .answer(status, headers: ["X-Rate": "7"], body: #"{"code":"busy","name":"Ann"}"#)
        } while: { server in
            let context = try await ServiceCaller.context(at: server.origin)
            let response = try await context.response(to: AccountAPI.remove)
            #expect(response.status == status)
            #expect(response.isSuccess == (status < 300))
            #expect(response.headers["x-rate"] == "7")
            #expect(try response.answer() == Account(name: "Ann"))
            #expect(try response.decode(as: Problem.self) == Problem(code: "busy"))
            #expect(throws: PayloadError.self) { try response.decode(as: [Int].self) }
            #expect("\(response)" == "an answer with status \(status) and 28 bytes")
        }
    }

    @Test func `an error with the status of another service is not a response`() async throws {
        let harness = try await ModuleHarness(
            ServiceCaller.self,
            stubs: [
                "https://accounts.test/users/me": .failure(
                    .call, RequestError(.remote(url: "x", reason: .status(resolver: "bank", code: 404, excerpt: "no"))))
            ])
        let error = await #expect(throws: RequestError.self) {
            try await harness.module.context.response(to: AccountAPI.remove)
        }
        #expect(error?.code == .handlerFailed && error?.status == 404)
    }

    @Test func `a stub of a web service can set header fields`() async throws {
        let stub = Stub.status(201, "1", headers: ["X-Rate": "7"])
        let harness = try await ModuleHarness(ServiceCaller.self, stubs: ["https://accounts.test/users": stub])
        #expect(try await harness.module.context.response(to: AnyCall()).headers == ["x-rate": "7"])
    }

    @Test func `a failed call to a web service is retried before its response is returned`() async throws {
        let script = ["/users/me": [HTTPReply.answer(503), .answer(503), .json(Self.account)]]
        try await HTTPServer.run(sequences: script) { server in
            let context = try await ServiceCaller.context(at: server.origin)
            #expect(try await context.response(to: AccountAPI.remove, retries: 1).status == 503)
            #expect(try await context.response(to: AccountAPI.remove, retries: 1).status == 200)
        }
    }

    @Test func `a response of a web service can come from a stub`() async throws {
        let rows: [(stub: Stub, status: Int, rate: String?)] = [
            (.value(["name": "Ann"]), 200, nil),
            (.status(422, #"{"name":"Ann"}"#, headers: ["x-rate": "7"]), 422, "7"),
            (
                .failure(.call, ResolverError.status(resolver: "accounts", code: 404, excerpt: #"{"name":"Ann"}"#)),
                404, nil
            ),
        ]
        for row in rows {
            let harness = try await ModuleHarness(
                ServiceCaller.self, stubs: ["https://accounts.test/users/me": row.stub])
            let response = try await harness.module.context.response(to: AccountAPI.remove)
            #expect(response.status == row.status)
            #expect(response.headers["x-rate"] == row.rate)
            #expect(try response.answer() == Account(name: "Ann"))
        }
        let harness = try await ModuleHarness(
            ServiceCaller.self, stubs: ["https://accounts.test/users/me": .status(422, "no")])
        let error = await #expect(throws: RequestError.self) {
            try await harness.module.context.send(AccountAPI.remove)
        }
        #expect(error?.cause as? ResolverError == .status(resolver: "accounts", code: 422, excerpt: "no"))
    }

    @Test(arguments: [
        (HTTPMethod.post, HTTPReply.answer(204)), (.head, .raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n")),
        (.put, .answer(200)), (.delete, .answer(205)),
    ])
    func `an empty answer of a web service is null`(
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

    @Test func `a reformer transforms the answer of a web service`() async throws {
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

    @Test func `an upload to a web service reports the sent parts`() async throws {
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
    func `a call to a web service is retried only if its method is idempotent`(
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
    func `a call to a web service accepts any number of retries`(retries: Int, count: Int) async throws {
        let script = ["/users": [HTTPReply.dropped, .json("1")]]
        try await HTTPServer.run(sequences: script) { server in
            let context = try await ServiceCaller.context(at: server.origin)
            _ = try? await context.send(AnyCall(), retries: retries)
            #expect(server.requests.count == count)
        }
    }

    @Test func `a call to a web service is not sent again if its connection ended`() async throws {
        let script = ["/users": [HTTPReply.kept(200, body: "1"), .dropped]]
        try await HTTPServer.run(sequences: script) { server in
            let context = try await ServiceCaller.context(at: server.origin)
            _ = try await context.send(AnyCall())
            await #expect(throws: RequestError.self) { try await context.send(AnyCall(method: .post)) }
            #expect(server.requests.map(\.method) == ["GET", "POST"])
        }
    }

    @Test func `a call to a web service that succeeds at a later attempt returns the answer`() async throws {
        let script = ["/users/me": [HTTPReply.answer(500), .dropped, .json(Self.account)]]
        try await HTTPServer.run(sequences: script) { server in
            let context = try await ServiceCaller.context(at: server.origin)
            #expect(try await context.send(AccountAPI.remove, retries: 2) == Account(name: "Ann"))
        }
    }

    @Test(arguments: [
        "https://*url", "http://*url", "http://*/users", "http://*/v1/*rest?",
    ])
    func `a route for any host does not take a call to a web service`(pattern: String) async throws {
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

    @Test func `a call route that names the host answers instead of the web service`() async throws {
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

    @Test func `a web service hides sensitive parameters only in its own URLs`() async throws {
        try await HTTPServer.run { _ in
            .json(Self.account)
        } while: { server in
            let network = Network(timing: .system)
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

    @Test func `a web service can be used only by the module itself, with an APICall`() async throws {
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
