import Foundation
@_spi(Host) import ModuleTesting
import TestSupport
import Testing

@testable import RemoteLookup

@Suite(.timeLimit(.minutes(1))) struct `A failure of a web service` {
    /// A reply, and a part of the error's text; an empty text for a success.
    @Test(arguments: [
        (HTTPReply.json(#"{"nickname":"Ann"}"#), "name"),
        (.json("[1"), "cannot be used"),
        (.answer(body: "<html>"), "expected JSON, found no Content-Type"),
        (
            .answer(401, body: "who are you?"),
            "Caller's web service accounts answered 401: who are you?; check the credentials"
        ),
        (.answer(404), "answered 404; correct the call"),
        (.answer(500, body: "line\u{1B}[2J\r\nbreak"), "answered 500: line\u{FFFD}[2J break; try again later"),
        (.answer(500, body: String(repeating: "x", count: 5_000)), String(repeating: "x", count: 200) + "…;"),
        (.answer(500, body: String(repeating: " ", count: 2_000_000)), "a body of more than 1048576 bytes"),
        (
            .answer(200, body: String(repeating: " ", count: 2_000_000)),
            "longer than 1048576 bytes, the call's `sizeLimit` (16777216 at most)"
        ),
        (.endless(), "longer than 1048576 bytes"),
        (.answer(body: #"{"name":"A"}"#).dripping, ""),
        (
            .answer(headers: ["Content-Encoding": "gzip"], body: #"{"name":"Ann"}"#),
            "damaged, or its encoding is not gzip"
        ),
        (.answer(headers: ["Content-Encoding": "compress"], body: "1"), "its encoding is not gzip or deflate"),
        // http-denial-of-potatoes#1: bytes after the end of the body, and a body that breaks off.
        (zipped("H4sIAAAAAAACA6tWykvMTVWyUnLMy1OqBQBc1RtNDgAAAGp1bms="), "damaged, or its encoding is not"),
        (zipped("H4sIAAAAAAACA6tWykvMTVWyUnI="), "a closing quote; correct the call or the service"),
        (.json(#"{"nme":"A"}"#), #""name" is missing; correct the type of the answer, or the service"#),
        (.answer(302, headers: ["Location": "/users/me"]), "that is not followed (only GET redirects below"),
        (.dropped, "closed the connection without an answer"),
        (.raw("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"), "broke off"),
    ])
    func `a failure of a web service is one error with a remedy`(reply: HTTPReply, words: String) async throws {
        try await HTTPServer.run { _ in
            reply
        } while: { server in
            let context = try await ServiceCaller.context(at: server.origin)
            do throws(RequestError) {
                _ = try await context.send(AccountAPI.remove)
                #expect(words == "")
            } catch {
                #expect("\(error)".contains(words), "\(error)")
                #expect(words != "")
            }
        }
    }

    private static func zipped(_ body: String) -> HTTPReply {
        .file(Data(base64Encoded: body).map(Array.init) ?? [], type: "application/json", encoding: "gzip")
    }

    @Test func `a redirect to the same URL ends at the limit of redirects`() async throws {
        try await HTTPServer.run { _ in
            .answer(302, headers: ["Location": "/users/7"])
        } while: { server in
            let context = try await ServiceCaller.context(at: server.origin)
            let error = await #expect(throws: RequestError.self) { try await context.send(AccountAPI.user(id: "7")) }
            #expect("\(try #require(error))".contains("a redirect beyond the limit of 3"))
        }
    }

    @Test func `a failure of a web service has its status as data`() async throws {
        try await HTTPServer.run { _ in
            .answer(418, body: #"{"why":"tea"}"#)
        } while: { server in
            let context = try await ServiceCaller.context(at: server.origin)
            do throws(RequestError) {
                _ = try await context.send(AccountAPI.remove)
                Issue.record("it has to fail")
            } catch {
                #expect(
                    error.cause as? ResolverError
                        == .status(resolver: "accounts", code: 418, excerpt: #"{"why":"tea"}"#))
            }
        }
    }

    @Test func `a failure of a web service hides the secrets of the call`() async throws {
        let echo = #"{"error":"no Bearer s3cret-token for pa55word","token":"t0ken","list":[{"password":12345}]}"#
        try await HTTPServer.run { _ in
            .answer(401, body: echo)
        } while: { server in
            let context = try await ServiceCaller.context(at: server.origin)
            for call in [AccountAPI.login(user: "ann", password: "pa55word"), .search(text: "pa55word", page: 1)] {
                do throws(RequestError) {
                    _ = try await context.send(call)
                    Issue.record("it has to fail")
                } catch {
                    for secret in ["s3cret", "pa55word", "t0ken", "12345"] { #expect(!"\(error)".contains(secret)) }
                    #expect("\(error)".contains("***"))
                }
            }
        }
    }

    /// A body with a sensitive member, its media type (`nil` for JSON), and the body of the failure.
    static let echoes: [(body: String, type: String?, echo: String)] = [
        (#"{"password":"pa\"ss\\1"}"#, nil, #"{"error":"no pa\"ss\\1 here"}"#),
        (#"{"password":"pa\"ss\\1"}"#, nil, #"{"pa\"ss\\1":"bad"}"#),
        (#"{"password":"pa\"ss\\1"}"#, nil, #"{"error":"no \u0070a\"ss\\1 here"}"#),
        (#"{"password":"pa\"ss\\1"}"#, nil, #"you sent {"password":"pa\"ss\\1"}"#),
        (#"{"password":"pa\"ss\\1"}"#, nil, #"who is pa"ss\1?"#),
        (#"{"password":"pa\"ss\\1"}"#, nil, #"{"sent":"{\"password\":\"pa\\\"ss\\\\1\"}"}"#),
        (#"{"password":98765.5}"#, nil, #"{"error":"no 98765.5","value":98765.5}"#),
        (#"{"password":98765}"#, nil, #"{"value":[98765]}"#),
        (
            "user=ann&password=pa%22ss%5C1", "application/x-www-form-urlencoded; charset=utf-8",
            #"{"error":"no pa\"ss\\1"}"#
        ),
        ("password=pa%22ss%5C1", "application/x-www-form-urlencoded", "password=pa%22ss%5C1"),
        ("password=pa+ss1", "application/x-www-form-urlencoded", "no pa ss1"),
    ]

    @Test(arguments: echoes.indices)
    func `a failure of a web service hides escaped secrets`(index: Int) async throws {
        let (body, type, echo) = Self.echoes[index]
        let bytes = Array(body.utf8)
        let encoded: APIBody =
            if let type { .bytes(bytes, mediaType: type) } else {
                .json(try Payload(json: bytes).decode(as: JSONValue.self))
            }
        try await HTTPServer.run { _ in
            .answer(400, body: echo)
        } while: { server in
            let context = try await ServiceCaller.context(at: server.origin)
            do throws(RequestError) {
                _ = try await context.send(SecretCall(body: encoded))
                Issue.record("it has to fail")
            } catch {
                for secret in [#"pa"ss"#, #"pa\"ss"#, #"ss\1"#, #"ss\\1"#, "ss1", "22ss", "98765"] {
                    #expect(!"\(error)".contains(secret), "\(error)")
                }
                #expect("\(error)".contains("***"))
            }
        }
    }

    @Test func `a web service that does not answer in time fails at the deadline`() async throws {
        try await HTTPServer.run { _ in
            .never
        } while: { server in
            let context = try await ServiceCaller.context(at: server.origin)
            for retries in [0, 1] {
                do throws(RequestError) {
                    _ = try await context.send(
                        AccountAPI.remove, retries: retries, options: RequestOptions(deadline: .milliseconds(300)))
                    Issue.record("it has to fail")
                } catch {
                    guard case .deadline = error.reason else { throw error }
                }
            }
            await server.connectionsEnded()
        }
    }

    /// The reply of one path, the number of calls to it with five attempts each, and whether the next call is not sent.
    @Test(arguments: [
        (HTTPReply.answer(500), 20, false), (.answer(501), 20, false), (.answer(429), 20, false),
        (.answer(404), 20, false), (.json("{"), 20, false), (.answer(502), 4, false), (.dropped, 4, false),
        (.answer(502), 5, true), (.answer(503), 5, true), (.answer(504), 5, true), (.dropped, 5, true),
        (.raw("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"), 5, true),
    ])
    func `the circuit breaker opens after five calls that found the service down, not five attempts`(
        reply: HTTPReply, calls: Int, isLeftAlone: Bool
    ) async throws {
        try await HTTPServer.run { request in
            request.path == "/upload" ? reply : .json(`A call to a web service`.account)
        } while: { server in
            let context = try await ServiceCaller.context(at: server.origin, timing: ManualTiming().timing)
            let upload = AnyCall(path: "upload", method: .put, body: .bytes([1], mediaType: "image/jpeg"))
            for _ in 1...calls {
                await #expect(throws: RequestError.self) { try await context.send(upload, retries: 4) }
            }
            var text = ""
            do throws(RequestError) {
                #expect(try await context.send(AccountAPI.remove) == Account(name: "Ann"))
            } catch {
                text = "\(error)"
            }
            #expect(text.contains("it failed too often") == isLeftAlone, "\(text)")
            #expect(server.requests.contains { $0.path == "/users/me" } == !isLeftAlone)
        }
    }

    @Test func `the circuit breaker opens after five calls with refused connections`() async throws {
        try await HTTPServer.runRefusing { origin in
            let context = try await ServiceCaller.context(at: origin, timing: ManualTiming().timing)
            var texts: [String] = []
            for _ in 1...6 {
                do throws(RequestError) {
                    _ = try await context.send(AccountAPI.remove, retries: 2)
                } catch {
                    texts.append("\(error)")
                }
            }
            let held = "it failed too often (last: nothing accepts connections there)"
            #expect(texts.map { $0.contains(held) } == [false, false, false, false, false, true])
        }
    }

    /// The reply, the number of retries, the deadline of each call, and the reason why the service counts as down.
    @Test(arguments: [
        (HTTPReply.never, 0, Duration.milliseconds(1_200), "it did not answer in time"),
        (.answer(503, headers: ["Retry-After": "1"]), 1, .milliseconds(300), "it answered with status 503"),
    ])
    func `the circuit breaker opens if calls reach their deadlines`(
        reply: HTTPReply, retries: Int, deadline: Duration, cause: String
    ) async throws {
        try await HTTPServer.run { _ in
            reply
        } while: { server in
            let context = try await ServiceCaller.context(at: server.origin)
            let options = RequestOptions(deadline: deadline)
            await withTaskGroup { group in
                for _ in 0..<CircuitBreaker.leastOutcomes {
                    group.addTask { _ = try? await context.send(AccountAPI.remove, retries: retries, options: options) }
                }
            }
            // The caller has the outcome before the client has recorded that the service did not answer.
            var text = ""
            while !text.contains("it failed too often (last: \(cause))") {
                do throws(RequestError) {
                    _ = try await context.send(AccountAPI.remove, retries: retries, options: options)
                } catch {
                    text = "\(error)"
                }
            }
        }
    }

    @Test func `a call to a web service and its transfer end if the caller cancels`() async throws {
        try await HTTPServer.run { _ in
            .never
        } while: { server in
            let context = try await ServiceCaller.context(at: server.origin)
            let call = Task { try await context.send(AccountAPI.remove) }
            for await _ in server.arrivals { break }
            call.cancel()
            guard case .failure(let error as RequestError) = await call.result, error.code == .cancelled else {
                Issue.record("it has to be cancelled")
                return
            }
            await server.connectionsEnded()
        }
    }

    @Test func `the error of a refused connection names the web service and the reason`() async throws {
        try await HTTPServer.runRefusing { origin in
            let context = try await ServiceCaller.context(at: origin)
            do throws(RequestError) {
                _ = try await context.send(AccountAPI.remove)
                Issue.record("it has to fail")
            } catch {
                let reason = "nothing accepts connections there"
                #expect(error.cause as? ResolverError == .unavailable(resolver: "accounts", reason: reason))
            }
        }
    }

    @Test func `credentials of a call do not follow a redirect to another host`() async throws {
        try await HTTPServer.run { _ in
            .json(`A call to a web service`.account)
        } while: { other in
            let location = ["Location": other.url("/users/me")]
            try await HTTPServer.run { request in
                .answer(307, headers: location)
            } while: { server in
                let context = try await ServiceCaller.context(at: server.origin)
                for call in [AccountAPI.user(id: "1"), .remove, .login(user: "ann", password: "pw")] {
                    do throws(RequestError) {
                        _ = try await context.send(call)
                        Issue.record("it has to fail")
                    } catch {
                        #expect("\(error)".contains("answered 307: a redirect to \(other.origin) that is not followed"))
                    }
                }
                #expect(other.requests.isEmpty)
            }
        }
    }

    static let cases: [(call: AnyCall, reason: String)] = [
        (AnyCall(service: "bank"), "Caller does not declare it; add its name to `webServices`"),
        (AnyCall(service: "nobody"), "does not declare it"),
        (AnyCall(path: "../admin"), "the path \"../admin\" cannot be used; write segments such as user/login"),
        (AnyCall(path: "/users/./x"), "the path \"/users/./x\""),
        (AnyCall(path: "/.."), "the path \"/..\""),
        (AnyCall(path: "%2e%2e/admin"), "the path \"%2e%2e/admin\""),
        (AnyCall(path: "users//x"), "the path \"users//x\""),
        (AnyCall(path: "//evil.example/x"), "the path \"//evil.example/x\""),
        (AnyCall(path: "https://evil.example/x"), "the path \"https://evil.example/x\""),
        (AnyCall(path: "users?x=1"), "give the part after ? as `query`"),
        (AnyCall(path: "users#x"), "the path \"users#x\""),
        (AnyCall(path: "users/\u{0}"), "the path \"users/\\0\""),
        (AnyCall(path: "users/\r\nHost: evil"), "the path \"users/\\r\\nHost: evil\""),
        (AnyCall(path: "users/\("..")"), "the path \"users/%{..}\""),
        (AnyCall(path: "users/\("")/x"), "the path \"users/%{}/x\""),
        (AnyCall(path: "\("..")/admin"), "the path \"%{..}/admin\""),
        (AnyCall(headers: ["X-A": "a\r\nX-B: b"]), "the header field \"X-A\" cannot be used"),
        (AnyCall(headers: ["X-A": "a\nb"]), "the header field \"X-A\""),
        (AnyCall(headers: ["X-A": "\u{0}"]), "the header field \"X-A\""),
        (AnyCall(headers: ["X-A": ""]), "the header field \"X-A\""),
        (AnyCall(headers: ["X-A": String(repeating: "a", count: 9_000)]), "the header field \"X-A\""),
        (AnyCall(headers: ["X A": "a"]), "the header field \"X A\""),
        (AnyCall(headers: ["X:A": "a"]), "the header field \"X:A\""),
        (AnyCall(headers: ["": "a"]), "the header field \"\""),
        (AnyCall(headers: ["Host": "evil"]), "the client sets it"),
        (AnyCall(headers: ["content-length": "1"]), "the client sets it"),
        (AnyCall(headers: ["Transfer-Encoding": "chunked"]), "the client sets it"),
        (AnyCall(body: .json(1)), "GET carries none"),
        (AnyCall(method: .post, body: .json(Double.nan)), "its body cannot be sent"),
        (
            AnyCall(method: .post, body: .bytes([1], mediaType: "a/b\r\nX: y")),
            "the header field \"Content-Type\""
        ),
        (
            AnyCall(method: .put, body: .bytes([UInt8](repeating: 0, count: (16 << 20) + 1), mediaType: "a/b")),
            "16777216 at most are sent"
        ),
    ]

    @Test(arguments: cases.indices)
    func `a call to a web service with invalid parts is not sent`(index: Int) async throws {
        let (call, reason) = Self.cases[index]
        try await HTTPServer.run { _ in
            .json("1")
        } while: { server in
            let context = try await ServiceCaller.context(at: server.url("/v1"))
            do throws(RequestError) {
                _ = try await context.send(call)
                Issue.record("it has to fail")
            } catch {
                #expect(error.code == .callNotSent)
                #expect("\(error)".contains(reason), "\(error)")
            }
            #expect(server.requests.isEmpty)
        }
    }

    @Test func `a call to a web service without an address is a noRoute error`() async throws {
        let context = try await ModuleHarness(ServiceCaller.self, make: { ServiceCaller(context: $0) }).module.context
        do throws(RequestError) {
            _ = try await context.send(AnyCall(path: "/users"))
            Issue.record("it has to fail")
        } catch {
            guard case .noRoute("https://accounts.test/users", _, _) = error.reason else { throw error }
        }
    }

    @Test func `a call that is redirected outside the service's address is not sent`() async throws {
        try await HTTPServer.run { _ in
            .json("1")
        } while: { server in
            let service = try HTTPService("accounts", ResolverSetup(endpoint: server.url("/v1")))
            for target in ["/v2/users", "/v1/../admin", "/v1/%2e%2e/admin", "/v1users"] {
                let harness = try await ModuleHarness(
                    ServiceCaller.self,
                    stubs: [
                        server.url("/v1/users"): .handler(.call) { _ in .redirect(to: RouteURL(server.url(target))) }
                    ], resolvers: [service])
                do throws(RequestError) {
                    _ = try await harness.module.context.send(AnyCall())
                    Issue.record("it has to fail")
                } catch {
                    #expect(
                        error.code == .callNotSent && "\(error)".contains("is not below the address of the service"))
                }
            }
            #expect(server.requests.isEmpty)
        }
    }
}
