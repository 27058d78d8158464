import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5)), .tags(.isolated, .fleet)) struct `A page that waits for a person` {
    /// Lines of a script, the titles of the pages that are shown, and the exit code.
    static let scripts: [(lines: [String], titles: [String], exitCode: Int32)] = [
        (["app://account/profile", "1", "lin", "hush"], ["Log in", "Your profile"], 0),
        (["app://account/profile", "1", "lin", "hush", "back"], ["Log in", "Your profile"], 3),
        (
            ["app://account/centre", "1", "1", "lin", "hush"],
            ["User centre", "Log in", "User centre", "Your profile"], 0
        ),
        (["app://account/profile", "back", "app://rent/nope"], ["Log in"], 3),
        (
            ["app://account/profile", "app://rent/42", "back", "1", "lin", "hush"],
            ["Log in", "Studio above the bookshop", "Log in", "Your profile"], 0
        ),
        (["app://account/profile"], ["Log in"], 3),
        (["app://account/profile", "quit", "1"], ["Log in"], 3),
        (
            [
                #"call app://account/session/begin --body '{"user":"lin","password":"hush"}'"#,
                "app://account/profile",
            ], ["Your profile"], 0
        ),
    ]

    @Test(arguments: scripts)
    func `the shell goes on while a page waits, and its request goes on when the page is answered`(
        _ row: (lines: [String], titles: [String], exitCode: Int32)
    ) throws {
        let host = try HostProcess.run(input: row.lines.joined(separator: "\n") + "\n")
        #expect(host.titles == row.titles)
        #expect(host.exitCode == row.exitCode, "\(host.errors)")
    }

    /// Both pages at the same time, and one after the other: each line of the script waits until the line before is
    /// idle.
    @Test(arguments: ["app://probe/both", "app://probe/twice"])
    func `the shell goes on while two pages of one line wait, until both are answered`(_ url: String) throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Probe.swift", as: "libProbe.so", in: folder.path)
            let lines = [url, "app://probe/dismiss", "app://probe/dismiss", "stack"]
            let host = try HostProcess.run("--modules", folder.path, input: lines.joined(separator: "\n") + "\n")
            #expect(host.exitCode == 0, "\(host.errors)")
            #expect(host.lines.contains("Picked 7 and 7"))
        }
    }

    /// Commands that open a page which no person can answer.
    static let unattended: [(arguments: [String], says: String)] = [
        (["open", "app://account/profile"], "no person is here to answer the page; open it in the shell"),
        (
            ["--no-input", "-c", "app://account/profile", "app://account/centre"],
            "no person is asked for input; leave out --no-input"
        ),
        (
            ["-c", "app://account/profile"],
            "the session ended before the page was answered; answer it, or go back, before the end"
        ),
    ]

    @Test(arguments: unattended) func `a request for a waiting page is refused with the reason if no person can answer`(
        _ row: (arguments: [String], says: String)
    ) throws {
        let host = try ChildProcess.run(
            BuildProducts.path("switchboard"), row.arguments, environment: HostProcess.environment)
        #expect(host.exitCode == 3)
        #expect(host.errors.contains(row.says), "\(host.errors)")
        #expect(
            host.errorLines.first?.contains("app://account/profile is refused by Account's interceptor session") == true
        )
        #expect(!host.lines.contains("Your profile"))
    }

    @Test func `a call that does not end is abandoned at its deadline`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Probe.swift", as: "libProbe.so", in: folder.path)
            let host = try HostProcess.run(
                "--deadline", "3", "--modules", folder.path, "call", "app://probe/never")
            #expect(host.exitCode == 5)
            #expect(host.errors.contains("no outcome of app://probe/never within 3 s: Probe's route /probe/never"))
        }
    }

    @Test(arguments: ["0", "-1", "x", "86401", "nan", "inf"]) func `an invalid deadline is refused`(
        _ text: String
    ) throws {
        let host = try HostProcess.run("--deadline=\(text)", "open", "app://rent/42")
        #expect(host.exitCode == 64)
        #expect(
            host.errorLines == ["switchboard: --deadline is \"\(text)\"; expected seconds, more than 0 and up to 86400"]
        )
    }
}
