import Foundation
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `The questions of a host to its remotes` {
    private static let page = #"{"kind":"web","url":"https://m.example.com/old"}"#

    @Test func `the host asks its remotes for a URL that no module answers`() async throws {
        try await HTTPServer.run(["/lookup": .json(Self.page)]) { server in
            let host = try HostProcess.run("--remote", server.url("/lookup?v=1"), "open", "app://old?a=1&b=2")
            #expect(host.exitCode == 0)
            #expect(host.output.contains("https://m.example.com/old"))
            #expect(server.requests.map(\.target) == ["/lookup?v=1&url=app%3A%2F%2Fold%3Fa%3D1%26b%3D2"])
        }
    }

    @Test func `the host does not ask its remotes for a URL that a module answers`() async throws {
        try await HTTPServer.run(["/lookup": .json(Self.page)]) { server in
            let host = try HostProcess.run("--remote", server.url("/lookup"), "open", "app://rent/list")
            #expect(host.exitCode == 0)
            #expect(server.requests.isEmpty)
        }
    }

    @Test func `the host follows a remote's redirect with the access of the original caller`() async throws {
        let answers: [String: HTTPReply] = [
            "/list": .json(#"{"kind":"redirect","url":"app://rent/list"}"#),
            "/logout": .json(#"{"kind":"redirect","url":"app://account/logout"}"#),
            "/again": .json(#"{"kind":"redirect","url":"app://old"}"#),
        ]
        try await HTTPServer.run(answers) { server in
            let list = try HostProcess.run("--remote", server.url("/list"), "open", "app://old")
            #expect(list.exitCode == 0)
            #expect(list.lines.first == "Homes to let")
            let outsider = try HostProcess.run(
                "--remote", server.url("/logout"), "--origin", "external", "open", "app://old")
            #expect(outsider.exitCode == 3)
            #expect(outsider.output.isEmpty)
            let loop = try HostProcess.run("--remote", server.url("/again"), "open", "app://old")
            #expect(loop.exitCode == 1)
            #expect(loop.errors.contains("more than 16 rewrites and redirects, by the remote http://"))
        }
    }

    @Test func `the host asks its remotes in order until one answers`() async throws {
        try await TemporaryFolder.with { folder in
            let table = try folder.write(
                #"{"format_version":"1.0","answers":[{"pattern":"app://old","answer":\#(Self.page)}]}"#,
                to: "table.json")
            try await HTTPServer.run([:]) { server in
                let host = try HostProcess.run("--remote", server.origin, "--remote", table, "open", "app://old")
                #expect(host.exitCode == 0)
                #expect(server.requests.count == 1)
                let other = try HostProcess.run("--remote", table, "--remote", server.origin, "open", "app://old")
                #expect(other.exitCode == 0)
                #expect(server.requests.count == 1)
            }
        }
    }

    @Test func `a remote's failure and an unknown route have different exit codes`() async throws {
        try await HTTPServer.run(["/broken": .answer(503)]) { server in
            let broken = try HostProcess.run("--remote", server.url("/broken"), "open", "app://old")
            #expect(broken.exitCode == 4)
            #expect(broken.errors.contains("it answered with status 503"))
            let unknown = try HostProcess.run("--remote", server.url("/lookup"), "open", "app://old")
            #expect(unknown.exitCode == 2)
        }
    }

    @Test func `a question to a remote has the host's header fields and no password from .netrc`() async throws {
        try await TemporaryFolder.with { home in
            try home.write(
                "default login someone password hidden\nmachine 127.0.0.1 login a password b\n", to: ".netrc")
            try await HTTPServer.run(["/lookup": .json(Self.page)]) { server in
                let environment = ["HOME": home.path, "NETRC": home.path(".netrc"), "LANG": "de_CH.UTF-8"]
                let host = try HostProcess.run(
                    "--remote", server.url("/lookup"), "open", "app://old", environment: environment)
                #expect(host.exitCode == 0)
                let fields = try #require(server.requests.first).headers
                #expect(fields["switchboard-host"]?.wholeMatch(of: #/\d+\.\d+\.\d+/#) != nil)
                #expect(fields["accept-language"] == "de-CH")
                let names = [
                    "accept", "accept-encoding", "accept-language", "host", "switchboard-host", "switchboard-modules",
                    "user-agent",
                ]
                #expect(fields.keys.sorted() == names)
            }
        }
    }

    @Test func `remote status shows how questions ended, and the last error`() async throws {
        let kept = HTTPReply.answer(headers: ["Cache-Control": "max-age=60"], body: Self.page)
        try await HTTPServer.run(["/lookup": kept, "/broken": .answer(400), "/dropped": .dropped]) { server in
            let script = "app://old\napp://old\napp://old\nremote status\n"
            let host = try HostProcess.run("--remote", server.url("/lookup"), input: script)
            let row = try #require(host.lines.last).split(separator: " ").map(String.init)
            #expect(row.first == server.url("/lookup") && row[1] == "1")
            #expect(row.suffix(6) == ["2", "1", "67", "%", "closed", "-"])
            let failing = try HostProcess.run("--remote", server.url("/broken"), input: script)
            #expect(failing.lines.suffix(3).allSatisfy { $0.hasPrefix("last error: ") && $0.contains("status 400") })
            let often = String(repeating: "app://old\n", count: 5) + "remote status\n"
            let resting = try HostProcess.run("--remote", server.url("/dropped"), input: often)
            #expect(resting.output.contains(" open "))
        }
    }

    @Test(arguments: [
        (HTTPReply.answer(410), Int32(2), "is gone"), (.raw("garbage\n"), 4, "its answer is not valid HTTP"),
    ])
    func `a remote's answer decides the host's exit code`(reply: HTTPReply, code: Int32, text: String) async throws {
        try await HTTPServer.run(["/lookup": reply]) { server in
            let host = try HostProcess.run("--remote", server.url("/lookup"), "open", "app://old")
            #expect(host.exitCode == code)
            #expect(host.errors.contains(text), "\(host.errors)")
        }
    }

    @Test func `noRoute names the remotes that were asked, and suggests what to check`() async throws {
        try await HTTPServer.run([:]) { server in
            let remote = server.url("/lokup")
            for (words, says) in [
                (
                    ["open", "app://shop"],
                    "nor did the remote \(remote) (404) know it; check the address of the remote"
                ),
                (
                    ["call", "app://shop"],
                    "nor did the remote \(remote) (404) know it; check the address of the remote"
                ),
                (["open", "app://rent/lst/42"], "did you mean app://rent/:id, app://rent/list? Otherwise check the"),
                (["--origin", "external", "open", "app://shop"], "no route for app://shop; list the routes with"),
            ] {
                let host = try HostProcess.run(["--remote", remote] + words)
                #expect(host.exitCode == 2)
                #expect(host.errors.contains(says), "\(host.errors)")
            }
            let own = try HostProcess.run("open", "app://shop")
            let advice = "list the routes with `routes`, or name a remote that knows it with --remote"
            #expect(own.errors == "switchboard: no route for app://shop; \(advice)\n")
        }
    }

    @Test func `the host uses one connection if the service keeps it open`() async throws {
        try await HTTPServer.run(["/lookup": .kept(404)]) { server in
            let script = "app://old/1\napp://old/2\napp://old/3\n"
            _ = try HostProcess.run("--remote", server.url("/lookup"), input: script)
            #expect(server.requests.count == 3)
            #expect(server.connectionCount == 1)
        }
    }

    @Test func `the host ignores proxies of the environment when it asks its remotes`() async throws {
        try await HTTPServer.run([:]) { proxy in
            try await HTTPServer.run(["/lookup": .json(Self.page)]) { server in
                let names = ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY", "https_proxy", "HTTPS_PROXY"]
                let environment = Dictionary(uniqueKeysWithValues: names.map { ($0, proxy.origin) })
                let host = try HostProcess.run(
                    "--remote", server.url("/lookup"), "open", "app://old", environment: environment)
                #expect(host.exitCode == 0)
                #expect(server.requests.count == 1)
                #expect(proxy.connectionCount == 0)
            }
        }
    }

    @Test func `a remote's redirect without a scheme to another host is not followed`() async throws {
        let reply = HTTPReply.raw("HTTP/1.1 302 Found\r\nLocation: //[::1]/x\r\n\r\n")
        try await HTTPServer.run(["/lookup": reply]) { server in
            let host = try HostProcess.run("--remote", server.url("/lookup"), "open", "app://old")
            #expect(host.exitCode == 4)
            #expect(host.errors.contains("a redirect to http://[::1] that is not followed"))
        }
    }

    @Test func `the host suggests the installation of libcurl if it cannot be loaded`() throws {
        try TemporaryFolder.with { folder in
            try folder.write("text", to: "libcurl.so.4")
            let host = try HostProcess.run(
                "--remote", "http://127.0.0.1:1", "open", "app://old", environment: ["LD_LIBRARY_PATH": folder.path])
            #expect(host.exitCode == 4)
            #expect(host.errors.contains("install libcurl 7.68 or later"))
        }
    }

    @Test func `a remote with an https address is never asked without encryption`() async throws {
        try await HTTPServer.run([:]) { server in
            let address = server.url("/lookup").replacing("http:", with: "https:")
            let host = try HostProcess.run("--remote", address, "open", "app://old")
            #expect(host.exitCode == 4)
            #expect(host.errors.contains("no secure connection could be made"))
        }
    }

    /// With `LD_DEBUG`, the system's loader logs the libraries that it loads.
    @Test func `the host loads libcurl only to ask a remote`() async throws {
        try await TemporaryFolder.with { folder in
            try await HTTPServer.run([:]) { server in
                for (command, isOpened) in [("can-open", false), ("open", true)] {
                    let log = ["LD_DEBUG": "files", "LD_DEBUG_OUTPUT": folder.path(command)]
                    _ = try HostProcess.run("--remote", server.origin, command, "app://old", environment: log)
                    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                    let logs = try names.filter { $0.hasPrefix(command + ".") }.map {
                        try String(contentsOfFile: folder.path($0), encoding: .utf8)
                    }
                    #expect(!logs.isEmpty)
                    #expect(logs.contains { $0.contains("libcurl.so") } == isOpened)
                    // The main thread asks whether a plugin has loaded it, and the log names it then.
                    #expect(!logs.contains { $0.contains("/libFoundation.so") })
                }
            }
        }
    }
}
