import Foundation
import ModuleKit
import TestSupport
import Testing

@testable import RemoteLookup

/// The address of the service is `http://localhost:PORT/v1`, and the path of the call is `/v1/users`.
@Suite(.timeLimit(.minutes(2))) struct `A redirect of a service` {
    /// Locations at the address or below it, and the path that is then requested.
    static let followed: [(location: String, path: String)] = [
        ("/v1", "/v1"), ("/v1/", "/v1/"), ("/v1/moved", "/v1/moved"), ("/v1/users/", "/v1/users/"),
        ("moved", "/v1/moved"),
        ("./moved", "/v1/moved"), ("users/1", "/v1/users/1"), ("?page=2", "/v1/users"), ("/v1?page=2", "/v1"),
        ("/v1/moved#part", "/v1/moved"), ("/other/../v1/moved", "/v1/moved"), ("../v1/moved", "/v1/moved"),
        ("../../../v1/moved", "/v1/moved"), ("/v1/a%2Fb", "/v1/a%2Fb"), ("/v1/a%20b", "/v1/a%20b"),
        ("/v1/..a", "/v1/..a"),
        ("/v1/...", "/v1/..."), ("/v1/%zz", "/v1/%25zz"), ("/v1/%E6%9F%A5", "/v1/%E6%9F%A5"),
        ("http://localhost:PORT/v1/moved", "/v1/moved"),
        ("HTTP://LOCALHOST:PORT/v1/moved", "/v1/moved"), ("//localhost:PORT/v1/moved", "/v1/moved"),
        ("http://ann:pw@localhost:PORT/v1/moved", "/v1/moved"), ("/v1/moved?to=/other/../..", "/v1/moved"),
    ]

    /// Locations outside of the address, or that a server may resolve to such a location.
    static let refused = [
        "/", "/other", "/v1x", "/v1x/users", "/v2/users", "/V1/users", "..", "../other", "../v1x", "/v1/../other",
        "/v1/..",
        "/v1/./../other", "/v1/users/../../other", "/v1/%2e%2e/other", "/v1/%2E%2E/other", "/v1/.%2e/other",
        "/v1/%2e%2e%2fother",
        "/v1/..%2fother", "/v1/..%5cother", "/v1/..\\other", "/v1/..;/other", "/v1/..;a=b/other", "/v1/%2e%2e%3b/other",
        "/v1/a/..%2f..%2f../other", "/v1%2f../other", "/v1%2Fusers", "/%76%31/users", "//v1/users", "///v1/users",
        "/.//v1/users",
        "http://localhost:PORT", "http://localhost:PORT/", "http://localhost:PORT/other",
        "http://localhost:PORT/v1/../other",
        "http://localhost:PORT/v1/%2e%2e/other", "//localhost:PORT/other", "http://127.0.0.1:PORT/v1/users",
        "https://localhost:PORT/v1/users", "http://localhost/v1/users", "http://localhost:PORT@127.0.0.1:PORT/v1/users",
        "http://ann:pw@localhost:PORT/other", "http:/v1/users", "/v1/%ff/%2e%2e/", "/v1/\u{7F}", "javascript:/v1/users",
    ]

    /// Runs a server that redirects the call, and returns the requested paths, `without` for a lack of credentials.
    private static func paths(
        _ location: String, status: Int = 302, _ ask: (_ address: String) async throws -> Void
    ) async throws -> [String] {
        var paths: [String] = []
        try await HTTPServer.run { request in
            let port = request.headers["host"]?.split(separator: ":").last ?? ""
            return request.path == "/v1/users"
                ? .answer(status, headers: ["Location": location.replacing("PORT", with: port)])
                : .json(#"{"name":"Ann","kind":"redirect","url":"app://new"}"#)
        } while: { server in
            try await ask(server.origin.replacing("127.0.0.1", with: "localhost"))
            // A followed redirect to the same path is redirected again, up to the limit.
            paths = server.requests.map { $0.headers["authorization"] == nil ? "without" : $0.path }
        }
        return paths
    }

    @Test(arguments: followed) func `a redirect of a call is followed below the address of its service`(
        _ row: (location: String, path: String)
    ) async throws {
        let paths = try await Self.paths(row.location) { origin in
            let context = try await ServiceCaller.context(at: origin + "/v1")
            _ = try? await context.send(AnyCall(headers: ["Authorization": "Bearer s3cret"]))
        }
        #expect(paths.dropFirst().first == row.path && paths.first == "/v1/users")
    }

    @Test(arguments: refused) func `a redirect of a call outside the address of its service is not followed`(
        _ location: String
    ) async throws {
        let paths = try await Self.paths(location) { origin in
            let context = try await ServiceCaller.context(at: origin + "/v1")
            await #expect(throws: RequestError.self) {
                try await context.send(AnyCall(headers: ["Authorization": "Bearer s3cret"]))
            }
        }
        #expect(paths == ["/v1/users"])
    }

    @Test(arguments: [
        "/v1/users/moved", "moved", "/v1/moved", "/v1/users/%2e%2e/moved", "/v1/users?url=app://x", "/other",
    ])
    func `a redirect of a look-up is followed only below the address of the remote`(_ location: String) async throws {
        let paths = try await Self.paths(location) { origin in
            let endpoint = origin.replacing("//", with: "//ann:pw@") + "/v1/users"
            _ = try await Outcome(of: HTTPResolver(endpoint: endpoint), for: "app://old")
        }
        let isFollowed = location.hasPrefix("/v1/users") && !location.contains("%2e")
        #expect((paths.count > 1) == isFollowed && paths.first == "/v1/users")
        #expect(paths.allSatisfy { $0.hasPrefix("/v1/users") })
    }

    @Test(arguments: [HTTPMethod.post, .put, .patch, .delete]) func `a redirect of a non-GET call is not followed`(
        _ method: HTTPMethod
    ) async throws {
        for status in [301, 307] {
            let paths = try await Self.paths("/v1/moved", status: status) { origin in
                let context = try await ServiceCaller.context(at: origin + "/v1")
                do throws(RequestError) {
                    _ = try await context.send(AnyCall(method: method, headers: ["Authorization": "Bearer s3cret"]))
                    Issue.record("it has to fail")
                } catch {
                    let words =
                        "a redirect to \(origin) that is not followed (only GET redirects below \(origin)/v1 are)"
                    #expect("\(error)".contains(words), "\(error)")
                }
            }
            #expect(paths == ["/v1/users"])
        }
    }

    @Test(arguments: [
        ("https://a.example/v1", "https://a.example:443/v1/x", true),
        ("https://a.example:443/v1", "https://A.example/v1/x", true),
        ("https://a.example/v1", "http://a.example:443/v1/x", false),
        ("https://a.example/v1", "https://a.example:80/v1/x", false),
        ("https://a.example", "https://a.example/x", true), ("https://a.example/", "https://a.example", true),
        ("https://a.example/v1/", "/v1", true), ("https://a.example//", "/x", true),
        ("https://a.example/v%31", "/v1/x", false),
        ("https://a.example/a/../v1", "/v1/x", false), ("https://a.example/查", "/%E6%9F%A5/x", true),
    ])
    func `a redirect without a port uses the default port of the scheme`(
        address: String, location: String, isFollowed: Bool
    ) throws {
        #expect((try Endpoint(address).target(of: location, from: address) != nil) == isFollowed)
    }
}
