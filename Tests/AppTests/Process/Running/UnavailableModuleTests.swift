import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A URL of a module that does not run` {
    private static let disabled =
        "Rent answers it, but it is disabled, or left out by --without; type `module enable Rent`, or leave out "
        + "--without"

    static let rows: [(words: [String], output: String, errors: String)] = [
        (["open", "app://rent/42"], "", "switchboard: no route for app://rent/42: \(disabled)\n"),
        (["open", "--plan", "app://rent/42"], "no navigation command\n", "no route for app://rent/42: \(disabled)\n"),
        (["call", "app://rent/42"], "", "switchboard: no route for app://rent/42: \(disabled)\n"),
        (["--json", "open", "app://rent/42"], "", #""code":"noRoute","message":"no route for app://rent/42: Rent"#),
        (["resolve", "app://rent/42"], "", "switchboard: no module answers app://rent/42: \(disabled)\n"),
        (["resolve", "--explain", "app://rent/42"], "\n\(disabled)\n", ""),
        (["resolve", "--explain", "app://rent/42", "--json"], #""absence":"\#(disabled)""#, ""),
        (["can-open", "app://rent/42"], "no\n", ""),
        // An external caller gets no hint, and a misspelt URL does not belong to the module.
        (["--origin", "external", "open", "app://account/logout"], "", "no route for app://account/logout; "),
        (
            ["--origin", "external", "resolve", "app://account/logout"], "",
            "answers app://account/logout; add --explain"
        ),
        (["open", "app://rent/42/photo"], "", "no route for app://rent/42/photo; "),
    ]

    @Test func `noRoute for a URL of a disabled module names the module and how to enable it`() throws {
        try StoreHome.with { home in
            for module in ["Rent", "Account", "Messages"] { try home.run("module", "disable", module) }
            for row in Self.rows {
                let host = try home.run(["--no-remote"] + row.words)
                #expect(host.exitCode == 2, "\(row.words)")
                #expect(row.output.isEmpty ? host.output.isEmpty : host.output.contains(row.output), "\(host.output)")
                #expect(row.errors.isEmpty ? host.errors.isEmpty : host.errors.contains(row.errors), "\(host.errors)")
            }
            let outsider = try home.run("--origin", "external", "routes", "Rent")
            #expect(outsider.errors.hasPrefix("switchboard: no module Rent runs; name one of "))
        }
    }

    @Test func `noRoute for a URL of a stopped module suggests module start`() throws {
        let host = try HostProcess.run("--no-remote", input: "module stop Rent\napp://rent/42\nroutes Rent\n")
        #expect(
            host.errors.contains(
                "no route for app://rent/42: Rent answers it, but it was stopped; start it with `module start Rent`"))
        #expect(host.errors.contains("line 3: Rent does not run; see why with `module why Rent`"))
    }

    @Test func `module disable names the modules that require the disabled module, but later starts name none`() throws
    {
        try StoreHome.with { home in
            #expect(
                try home.run("module", "disable", "Account").output
                    == "Account 1.0.0 is disabled; Messages cannot run without it; "
                    + "`module enable Account` enables it again\n"
            )
            #expect(try home.run("app://rent/42").errors == "")
            let why = try home.run("module", "why", "Messages").output
            #expect(why.contains("Account [1.0.0,2.0.0), which is disabled, or left out by --without\n"), "\(why)")
            #expect(why.contains("`module enable Account`"))
            let call = try home.run("app://messages/inbox")
            #expect(
                call.errors.contains("Messages answers it, but it does not run; see why with `module why Messages`"))
            #expect(try home.run("module", "enable", "Account").exitCode == 0)
            #expect(try home.run("module", "why", "Messages").output.contains("is ready"))
        }
    }

    @Test func `a module runs in the session that enables the module that it requires`() throws {
        try StoreHome.with { home in
            try home.run("module", "disable", "Messages")
            try home.run("module", "disable", "Account")
            let lines = [
                "module enable Messages", "module why Messages", "module enable Account",
                "can-open app://messages/inbox",
                "module why Messages", "module disable Account", "module why Messages", "module enable Account",
                "module why Messages",
            ]
            let host = try home.run(["--no-remote"] + lines.flatMap { ["-c", $0] })
            let lack =
                "requires Account [1.0.0,2.0.0), which is disabled, or left out by --without; "
                + "type `module enable Account`, or leave out --without"
            #expect(host.lines.first == "Messages 1.0.0 is enabled, but it does not run yet: \(lack)", "\(host)")
            #expect(host.lines.contains("Account 1.0.0 is enabled"), "\(host)")
            #expect(host.exitCode == 0 && host.lines.contains("yes"), "\(host)")
            #expect(host.lines.count { $0.hasPrefix("  requires  Account [1.0.0,2.0.0), which is disabled") } == 2)
            #expect(host.lines.count { $0 == "Messages 1.0.0 runs" } == 2, "\(host)")
            // In a process that has found that Messages cannot run.
            try home.run("module", "disable", "Account")
            let next = try home.run("--no-remote", "-c", "module enable Account", "-c", "module why Messages")
            #expect(next.lines == ["Account 1.0.0 is enabled", "Messages 1.0.0 runs"], "\(next)")
        }
    }
}
