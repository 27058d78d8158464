import Foundation
import TestSupport
import Testing

@testable import App

@Suite(.ownThread, .timeLimit(.minutes(5)), .tags(.isolated)) struct `A web URL` {
    private static let table =
        #"{"format_version":"1.0","answers":[{"pattern":"https://example.org/gone","answer":{"kind":"denied"}},"#
        + #"{"pattern":"https://example.org/home","answer":{"kind":"redirect","url":"app://rent/42"}},"#
        + #"{"pattern":"https://example.org/out","answer":{"kind":"redirect","url":"app://account/logout"}}]}"#

    static let rows: [(words: [String], exitCode: Int32, says: String)] = [
        (["open", "https://example.org/x?y=1"], 0, "A web page; open https://example.org/x?y=1 in a browser."),
        (["--no-remote", "http://example.org"], 0, "http://example.org\n──"),
        (["--json", "open", "https://example.org/x"], 0, #""url":"https://example.org/x""#),
        (["--origin", "external", "open", "https://example.org/x"], 0, "A web page"),
        (
            ["open", "--plan", "https://example.org/x"], 0,
            "1  web      https://example.org/x  https://example.org/x  shown"
        ),
        (["can-open", "https://example.org/x"], 0, "yes"),
        (["call", "https://example.org/x"], 2, "no route for https://example.org/x"),
        (
            ["resolve", "https://example.org/x"], 2,
            "no module answers https://example.org/x: `open` shows it as a web page"
        ),
        (["resolve", "--explain", "https://example.org/x"], 0, "\nshown as a web page\n"),
        (["resolve", "--explain", "--json", "https://example.org/x"], 0, #""web_page":true"#),
        (["resolve", "--explain", "app://nobody"], 2, "no pattern matches app://nobody"),
        (["can-open", "app://nobody"], 2, "no"), (["open", "web://example.org"], 2, "no route"),
        (["open", "https://"], 64, "has no host"),
        // A remote is asked first.
        (["--remote", "TABLE", "open", "https://example.org/home"], 0, "Studio above the bookshop"),
        (["--remote", "TABLE", "open", "https://example.org/gone"], 3, "is denied"),
        (["--remote", "TABLE", "open", "https://example.org/other"], 0, "A web page"),
        (
            ["--remote", "TABLE", "resolve", "--explain", "https://example.org/home"], 2,
            "which leads to app://rent/42:"
        ),
        (
            ["--remote", "TABLE", "--origin", "external", "open", "https://example.org/out"], 3,
            "not for an external caller"
        ),
        // The app's own hosts.
        (["--own-host", "m.example.com", "open", "https://m.example.com/rent/42"], 0, "Studio above the bookshop"),
        (["--own-host=M.Example.com", "open", "http://m.example.COM/rent/42"], 0, "Studio above the bookshop"),
        (["--own-host", "a.example", "--own-host", "b.example", "https://b.example/rent/42"], 0, "Studio"),
        (["--own-host", "m.example.com", "open", "https://m.example.com/nothing"], 0, "A web page"),
        (["--own-host", "m.example.com", "open", "https://example.com/rent/42"], 0, "A web page"),
        (["--own-host", "m.example.com", "open", "https://m.example.com:8443/rent/42"], 0, "A web page"),
        (
            ["--own-host", "m.example.com", "open", "https://m.example.com@evil.example/rent/42"], 64,
            "is not allowed in a URL"
        ),
        (["--own-host", "m.example.com", "can-open", "https://m.example.com/rent/42"], 0, "yes"),
        (
            ["--own-host", "m.example.com", "--origin", "external", "open", "https://m.example.com/account/logout"], 3,
            "not for an external caller"
        ),
        (
            ["--own-host", "m.example.com", "resolve", "--explain", "https://m.example.com/rent/42"], 0,
            "/rent/:id of Rent: taken"
        ),
        (["--own-host", "m.example.com", "match", "/a", "--url", "https://m.example.com/a"], 0, "/a: taken"),
    ]

    @Test(arguments: rows) func `a web URL opens as a web page unless a module or a remote answers it`(
        _ row: (words: [String], exitCode: Int32, says: String)
    ) throws {
        try TemporaryFolder.with { folder in
            let table = try folder.write(Self.table, to: "table.json")
            let host = try HostProcess.run(row.words.map { $0 == "TABLE" ? table : $0 })
            #expect(host.exitCode == row.exitCode, "\(host.errors)")
            #expect((host.output + host.errors).contains(row.says), "\(host.output)\(host.errors)")
        }
    }

    @Test func `a web URL is on the stack, and web pages are not listed as a remote`() throws {
        let host = try HostProcess.run(input: "https://example.org/x\nstack\nremote status\napp://nobody\n")
        #expect(host.lines.contains("1  https://example.org/x  https://example.org/x  pushed"))
        #expect(!(host.output + host.errors).contains("web pages"))
    }

    @Test func `a web URL opens in the browser with --browser, but not by can-open, resolve or --plan`() throws {
        try TemporaryFolder.with { folder in
            let log = folder.path("log")
            let program = "#!/bin/sh\necho \"$@\" > \(log).new\nmv \(log).new \(log)\n"
            let browser = try folder.write(program: program, to: "browser")
            for words in [["can-open"], ["resolve", "--explain"], ["open", "--plan"]] {
                let quiet = try HostProcess.run(
                    ["--browser"] + words + ["https://example.org/x"], environment: ["BROWSER": browser])
                #expect(quiet.exitCode == 0)
            }
            #expect(!FileManager.default.fileExists(atPath: log))
            _ = try HostProcess.run("--browser", "https://example.org/x", environment: ["BROWSER": browser])
            try Condition.wait(for: "the browser's log") { FileManager.default.fileExists(atPath: log) }
            #expect(try String(contentsOfFile: log, encoding: .utf8) == "https://example.org/x\n")
        }
    }

    static let hosts: [(text: String, isHost: Bool)] = [
        ("m.example.com", true), ("M.EXAMPLE.com", true), ("localhost", true), ("xn--mnchen-3ya.example", true),
        ("a-1.example", true), ("127.0.0.1", true), ("https://m.example.com", false), ("m.example.com:443", false),
        ("m.example.com/", false), ("m.example.com/rent", false), ("user@m.example.com", false), (".", false),
        ("m..example.com", false), ("m.example.com.", false), ("-m.example.com", false), ("m-.example.com", false),
        ("münchen.example", false), ("\u{212A}.example", false), ("*", false), ("*.example.com", false),
        ("[::1]", false), ("m example.com", false), ("m_1.example", false), (String(repeating: "a", count: 64), false),
        (String(repeating: "a.", count: 127) + "b", false), ("a,b", false),
    ]

    @Test(arguments: hosts) func `only host names are valid for --own-host`(_ text: String, _ isHost: Bool) throws {
        let arguments = try Arguments(["--own-host", text], allowed: HostOptions.all)
        guard isHost else {
            let error = #expect(throws: Failure.self) { try HostOptions(arguments) }
            #expect(
                "\(try #require(error))".hasPrefix("--own-host is \"\(text)\"; expected a host such as m.example.com"))
            return
        }
        #expect(try HostOptions(arguments).ownHosts([:]) == [text.lowercased()])
    }

    static let environments: [(value: String, hosts: Set<String>?)] = [
        ("", []), ("a.example", ["a.example"]), ("A.example, b.example,", ["a.example", "b.example"]),
        ("https://a.example", nil), ("a.example:80", nil),
    ]

    @Test(arguments: environments) func `own hosts of the environment are added to --own-host`(
        _ value: String, _ hosts: Set<String>?
    )
        throws
    {
        let options = try HostOptions(try Arguments(["--own-host", "c.example"], allowed: HostOptions.all))
        #expect((try? options.ownHosts(["SWITCHBOARD_OWN_HOST": value])) == hosts?.union(["c.example"]))
        guard value.contains(":") else { return }
        let host = try HostProcess.run("routes", environment: ["SWITCHBOARD_OWN_HOST": value])
        #expect(host.exitCode == 64)
        #expect(host.errors.contains("SWITCHBOARD_OWN_HOST is \""))
    }

    @Test func `a module answers for an own host of the environment, and an empty one is refused`() throws {
        let host = try HostProcess.run(
            "https://m.example.com/rent/42", environment: ["SWITCHBOARD_OWN_HOST": "m.example.com"])
        #expect(host.lines.first == "Studio above the bookshop")
        let missing = try HostProcess.run("--own-host", "", "routes")
        #expect(missing.exitCode == 64)
        #expect(missing.errors.contains("write --own-host HOST"))
    }
}
