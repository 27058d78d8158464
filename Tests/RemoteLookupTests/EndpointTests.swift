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
    func `the endpoint carries the URL as one escaped value of its query`(url: String, target: String) async throws {
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

    @Test func `the endpoint is asked for JSON, without a cookie`() async throws {
        let reply = HTTPReply.answer(404, headers: ["Set-Cookie": "session=1; Path=/", "Cache-Control": "no-store"])
        try await HTTPServer.run(["/lookup": reply]) { server in
            let resolver = try HTTPResolver(endpoint: server.url("/lookup"), deadline: .seconds(60))
            for _ in 1...2 { #expect(try await Outcome(of: resolver, for: "app://home") == .none) }
            #expect(server.requests.map(\.method) == ["GET", "GET"])
            #expect(server.requests.map { $0.headers["accept"] } == ["application/json", "application/json"])
            for request in server.requests {
                #expect(request.headers.keys.sorted() == ["accept", "host", "user-agent"])
                #expect(request.headers["user-agent"] == "switchboard/\(Contract.sdkVersion)")
            }
        }
    }

    @Test func `the endpoint is sent the credentials that it names`() async throws {
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
    func `the endpoint has a name without secrets`(endpoint: String, name: String) throws {
        #expect(try HTTPResolver(endpoint: endpoint).name == name)
    }

    @Test func `the endpoint has to be asked before its answers are known`() throws {
        let resolver = try HTTPResolver(endpoint: "http://lookup.example.com")
        #expect(resolver.canResolve(RouteURL("app://home")) == .undecided)
    }

    @Test(arguments: [
        ("", EndpointError.scheme(found: nil, endpoint: "")),
        ("lookup.example.com", .scheme(found: nil, endpoint: "lookup.example.com")),
        ("ftp://lookup.example.com", .scheme(found: "ftp", endpoint: "ftp://lookup.example.com")),
        ("file:///etc/hosts", .scheme(found: "file", endpoint: "file:///etc/hosts")),
        ("http://", .noHost(endpoint: "http://")),
        ("http:///lookup", .noHost(endpoint: "http:///lookup")),
        ("http://[::1", .malformed("http://[::1")),
        ("http://搜索.example/", .host(found: "搜索.example", endpoint: "http://搜索.example/")),
        ("http://lookup example/", .host(found: "lookup example", endpoint: "http://lookup example/")),
        ("http://lookup.example.com:0", .port(found: 0, endpoint: "http://lookup.example.com:0")),
        ("http://lookup.example.com:65536", .port(found: 65_536, endpoint: "http://lookup.example.com:65536")),
    ])
    func `the endpoint is refused where it is no address for HTTP`(endpoint: String, error: EndpointError) {
        #expect(throws: error) { try HTTPResolver(endpoint: endpoint) }
        #expect("\(error)".hasSuffix("write one such as https://lookup.example.com/resolve"))
    }
}
