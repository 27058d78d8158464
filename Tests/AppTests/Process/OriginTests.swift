import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5)), .tags(.isolated, .fleet)) struct `The origin of a request` {
    /// The route that a link or a remote leads to, the origin of the request, and the exit code.
    static let rows: [(route: String, origin: String, exitCode: Int32)] = [
        ("anyone", "external", 0),
        ("modules", "external", 3),
        ("private", "external", 3),
        ("anyone", "shell", 0),
        ("modules", "shell", 0),
        ("private", "shell", 3),
    ]

    private static let titles = ["anyone": "For anyone", "modules": "For modules", "private": "Private"]

    @Test func `a request keeps its origin after a link's number is typed`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Probe.swift", as: "libProbe.so", in: folder.path)
            for row in Self.rows {
                let number = try #require(["anyone", "modules", "private"].firstIndex(of: row.route)) + 1
                let host = try HostProcess.run(
                    "--modules", folder.path, "--origin", row.origin, input: "app://probe/links\n\(number)\nstack\n")
                Self.check(host, row)
                #expect(host.lines.contains("Links"))
            }
        }
    }

    @Test func `a request keeps its origin after a remote's redirect`() async throws {
        try await TemporaryFolder.with { folder in
            try PluginCompiler.swift("Probe.swift", as: "libProbe.so", in: folder.path)
            for row in Self.rows {
                let answer = #"{"kind":"redirect","url":"app://probe/\#(row.route)"}"#
                try await HTTPServer.run(["/lookup": .json(answer)]) { server in
                    let host = try HostProcess.run(
                        "--modules", folder.path, "--remote", server.url("/lookup"), "--origin", row.origin,
                        input: "app://moved\nstack\n")
                    Self.check(host, row)
                    #expect(server.requests.map(\.target) == ["/lookup?url=app%3A%2F%2Fmoved"])
                }
            }
        }
    }

    /// Expects that the page is shown and on the stack, or that it is refused in one line and not shown.
    private static func check(_ host: ChildProcess, _ row: (route: String, origin: String, exitCode: Int32)) {
        let isShown = row.exitCode == 0
        let title = titles[row.route] ?? ""
        #expect(host.exitCode == row.exitCode)
        #expect(host.lines.contains(title) == isShown)
        #expect((host.lines.last?.hasSuffix("app://probe/\(row.route)  pushed") == true) == isShown)
        #expect(host.errorLines.count == (isShown ? 0 : 1))
        #expect(isShown || host.errors.contains("app://probe/\(row.route) is refused"))
    }
}
