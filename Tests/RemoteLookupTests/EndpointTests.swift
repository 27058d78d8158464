@_spi(Host) import ModuleKit
import TestSupport
import Testing

@testable import RemoteLookup

@Suite(.timeLimit(.minutes(1))) struct `The endpoint of an HTTP service` {
    @Test(arguments: [
        ("app://home", "/lookup?url=app%3A%2F%2Fhome"),
        ("/rent/42", "/lookup?url=%2Frent%2F42"),
        ("app://rent/list?a=1&b=2", "/lookup?url=app%3A%2F%2Frent%2Flist%3Fa%3D1%26b%3D2"),
        ("app://rent/100%25", "/lookup?url=app%3A%2F%2Frent%2F100%2525"),
        ("app://rent/a+b", "/lookup?url=app%3A%2F%2Frent%2Fa%2Bb"),
        ("app://docs/page#part", "/lookup?url=app%3A%2F%2Fdocs%2Fpage%23part"),
        ("app://搜索/北京", "/lookup?url=app%3A%2F%2F%E6%90%9C%E7%B4%A2%2F%E5%8C%97%E4%BA%AC"),
        ("app://home/-._~", "/lookup?url=app%3A%2F%2Fhome%2F-._~"),
        (
            "/a/\"'()*;,$!@[]{}|\\^`<>",
            "/lookup?url=%2Fa%2F%22%27%28%29%2A%3B%2C%24%21%40%5B%5D%7B%7D%7C%5C%5E%60%3C%3E"
        ),
    ])
    func `the URL is one escaped value of the endpoint's query`(url: String, target: String) async throws {
        try await HTTPServer.run([:]) { server in
            let resolver = try HTTPResolver(endpoint: server.url("/lookup"), deadline: .seconds(60))
            #expect(try await Outcome(of: resolver, for: url) == .none)
            #expect(server.requests.map(\.target) == [target])
        }
    }

    @Test(arguments: [
        ("", "/?url=app%3A%2F%2Fhome"),
        ("/", "/?url=app%3A%2F%2Fhome"),
        ("/lookup?", "/lookup?&url=app%3A%2F%2Fhome"),
        ("/lookup?key=a%26b", "/lookup?key=a%26b&url=app%3A%2F%2Fhome"),
        ("/lookup#part", "/lookup?url=app%3A%2F%2Fhome"),
        ("/查?k=a b", "/%E6%9F%A5?k=a%20b&url=app%3A%2F%2Fhome"),
    ])
    func `the endpoint keeps its own query`(endpoint: String, target: String) async throws {
        try await HTTPServer.run([:]) { server in
            let resolver = try HTTPResolver(endpoint: server.origin + endpoint, deadline: .seconds(60))
            #expect(try await Outcome(of: resolver, for: "app://home") == .none)
            #expect(server.requests.map(\.target) == [target])
        }
    }

    @Test func `a look-up asks for JSON, without cookies`() async throws {
        let reply = HTTPReply.answer(404, headers: ["Set-Cookie": "session=1; Path=/", "Cache-Control": "no-store"])
        try await HTTPServer.run(["/lookup": reply]) { server in
            let resolver = try HTTPResolver(endpoint: server.url("/lookup"), deadline: .seconds(60))
            for _ in 1...2 { #expect(try await Outcome(of: resolver, for: "app://home") == .none) }
            #expect(server.requests.map(\.method) == ["GET", "GET"])
            #expect(server.requests.map { $0.headers["accept"] } == ["application/json", "application/json"])
            for request in server.requests {
                #expect(request.headers.keys.sorted() == ["accept", "accept-encoding", "host", "user-agent"])
                #expect(request.headers["user-agent"] == "switchboard/\(Contract.sdkVersion)")
            }
        }
    }

    @Test func `the credentials in the endpoint are sent`() async throws {
        try await HTTPServer.run([:]) { server in
            let endpoint = server.url("/lookup").replacing("//", with: "//user:password@")
            let resolver = try HTTPResolver(endpoint: endpoint, deadline: .seconds(60))
            #expect(try await Outcome(of: resolver, for: "app://home") == .none)
            #expect(server.requests.map { $0.headers["authorization"] } == ["Basic dXNlcjpwYXNzd29yZA=="])
        }
    }

    @Test(arguments: [
        ("https://lookup.example.com/resolve", "https://lookup.example.com/resolve"),
        ("HTTP://lookup.example.com:8080", "HTTP://lookup.example.com:8080"),
        ("http://user:password@[::1]:80/a?key=secret#part", "http://[::1]:80/a"),
    ])
    func `the name of a resolver is its endpoint without secrets`(endpoint: String, name: String) throws {
        #expect(try HTTPResolver(endpoint: endpoint).name == name)
    }

    @Test func `canResolve is undecided for an HTTP service`() throws {
        let resolver = try HTTPResolver(endpoint: "http://lookup.example.com")
        #expect(resolver.canResolve(RouteURL("app://home")) == .undecided)
    }

    private static let hostRule =
        "expected ASCII letters, digits, dots and hyphens, with any other letter in Punycode (xn--…)"

    @Test(arguments: [
        ("", "has no scheme, expected http or https"),
        ("lookup.example.com", "has no scheme, expected http or https"),
        ("ftp://lookup.example.com", "has the scheme ftp, expected http or https"),
        ("file:///etc/hosts", "has the scheme file, expected http or https"),
        ("http://", "has no host"),
        ("http:///lookup", "has no host"),
        ("http://[::1", "is not a URL"),
        ("http://搜索.example/", "has the host 搜索.example, \(hostRule)"),
        ("http://lookup example/", "has the host lookup example, \(hostRule)"),
        ("http://lookup.example.com:0", "has the port 0, expected 1 to 65535"),
        ("http://lookup.example.com:65536", "has the port 65536, expected 1 to 65535"),
    ])
    func `an endpoint that is not an HTTP address is refused`(endpoint: String, fault: String) {
        let error = EndpointError(endpoint, fault)
        #expect(throws: error) { try HTTPResolver(endpoint: endpoint) }
        #expect("\(error)" == "\"\(endpoint)\" \(fault); write one such as https://lookup.example.com/resolve")
    }
}
