import TestSupport
import Testing

/// Without the tag for fleets: there, an interceptor on another host opens a page for each request
/// (Documentation/Fleet.md).
@Suite(.ownThread, .timeLimit(.minutes(5)), .tags(.isolated)) struct `Requests that share a log-in page` {
    /// Lines of a script, and the titles of the pages that are shown.
    static let scripts: [(lines: [String], titles: [String])] = [
        (
            [
                "app://account/profile", "app://rent/42", "app://account/centre", "app://account/profile", "1", "lin",
                "hush",
            ],
            [
                "Log in", "Studio above the bookshop", "User centre", "Log in", "User centre", "Your profile",
                "Your profile",
            ]
        ),
        (
            [
                "app://account/profile", "app://rent/42",
                #"call app://account/session/begin --body '{"user":"lin","password":"hush"}'"#,
            ], ["Log in", "Studio above the bookshop", "Your profile"]
        ),
    ]

    @Test(arguments: scripts) func `requests that share a log-in page go on when the user logs in by form or by call`(
        _ row: (lines: [String], titles: [String])
    ) throws {
        let host = try HostProcess.run(input: row.lines.joined(separator: "\n") + "\n")
        #expect(host.titles == row.titles)
        #expect(host.exitCode == 0, "\(host.errors)")
    }

    @Test func `a plan of a request that would wait for a shared page is refused immediately`() throws {
        let host = try HostProcess.run(input: "app://messages/inbox\nopen --plan app://messages/inbox\nstack\n")
        #expect(host.titles == ["Log in"], "\(host)")
        #expect(host.errors.contains("line 2: app://messages/inbox is refused by Account's interceptor session"))
    }

    @Test func `a route of another module cannot answer a page that requests wait for`() throws {
        try GuideProcess.with { guide in
            let host = try HostProcess.run(
                input: "app://account/profile\napp://guide/answer/7\nstack\n",
                environment: ["SWITCHBOARD_MODULE_PATH": guide.folder.path])
            #expect(host.titles == ["Log in"], "\(host)")
            #expect(host.errors.contains("requests wait for \"Log in\", which is Account's page; "), "\(host.errors)")
            #expect(host.lines.contains { $0.contains("app://account/login") && $0.contains("presented") }, "\(host)")
        }
    }

    @Test func `a waiting request is restored with its session, and goes on when its page is answered`()
        throws
    {
        try TemporaryFolder.with { folder in
            let environment = ["HOME": folder.path, "XDG_STATE_HOME": folder.path("state")]
            func run(_ lines: String...) throws -> ChildProcess {
                try HostProcess.run("--restore", input: lines.joined(separator: "\n") + "\n", environment: environment)
            }
            #expect(try run("app://rent/42", "app://account/profile").exitCode == 3)
            // A command and a script without a person also keep it, and the script does not fail.
            _ = try HostProcess.run("--restore", "open", "app://rent/1", environment: environment)
            let script = try HostProcess.run(
                "--restore", "--bail", "-c", "stack", "-c", "stack", environment: environment)
            #expect(script.exitCode == 0 && script.lines.count { $0.contains("app://account/login") } == 2, "\(script)")
            let host = try run("1", "lin", "hush", "stack")
            #expect(host.exitCode == 0, "\(host.errors)")
            #expect(host.titles.last == "Your profile", "\(host.output)")
            #expect(!host.lines.contains { $0.contains("app://account/login") && $0.contains("presented") })
        }
    }
}
