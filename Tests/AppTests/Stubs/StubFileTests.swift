import ModuleKit
import TestSupport
import Testing

@testable import App

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A module that runs alone` {
    @Test func `stubs answer for the other modules when one module runs alone`() throws {
        try TemporaryFolder.with { folder in
            let stubs = try folder.write(
                """
                {
                  "app://account/session": {"value": {"user": "guest", "visits": [1, 2.5, null, true]}},
                  "app://messages/write": {"page": "Write"},
                  "app://messages/send": {"error": "the line is dead"},
                  "app://messages/inbox": {"error": "no inbox", "verb": "open"}
                }
                """, to: "stubs.json")
            let options = ["--only", "Rent", "--no-remote", "--stub", stubs]
            let rows: [(words: [String], exitCode: Int32, says: String)] = [
                (["call", "app://account/session"], 0, "user: guest\nvisits: 1, 2.5, none, true\n"),
                (["open", "app://messages/write"], 0, "Write\n"), (["open", "app://rent/list"], 0, "Homes to let\n"),
                (["call", "app://messages/send"], 1, "the line is dead"),
                (["open", "app://messages/inbox"], 1, "no inbox"), (["open", "app://account/centre"], 2, "no route"),
            ]
            for row in rows {
                let host = try ChildProcess.run(
                    BuildProducts.path("switchboard"), options + row.words, environment: HostProcess.environment)
                #expect(host.exitCode == row.exitCode)
                #expect((host.output + host.errors).contains(row.says), "\(row.words): \(host.errors)")
            }
            let modules = try HostProcess.run("--only", "Rent", "modules")
            #expect(modules.lines.dropFirst().map { $0.prefix { $0 != " " } } == ["Rent"])
        }
    }

    @Test func `a module runs alone without its required modules, and faults of others are ignored`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Broken.swift", as: "libBroken.so", in: folder.path)
            try folder.write("no library", to: "libText.so")
            let host = try HostProcess.run(
                "--modules", folder.path, "--only", "NeedsAbsent", "open", "app://NeedsAbsent")
            #expect(host.exitCode == 0)
            #expect(host.errors.isEmpty)
            #expect(host.lines.first == "NeedsAbsent")
            let clash = try HostProcess.run("--modules", folder.path, "--only", "BadPattern", "routes")
            #expect(clash.errors.contains("BadPattern was not loaded"))
        }
    }

    @Test(arguments: ["app://rent/list", "/rent/list", "app://rent/42", "/rent/:id<int>"])
    func `a stub for a URL of the module that runs is refused`(_ pattern: String) throws {
        try TemporaryFolder.with { folder in
            try folder.write(#"{"\#(pattern)": {"page": "Mine"}}"#, to: "stubs.json")
            let host = try HostProcess.run(
                "--only", "Rent", "--stub", folder.path("stubs.json"), "open", "app://rent/list")
            #expect(host.exitCode == 64)
            #expect(host.errors.contains("stubs.json:1) has a URL of Rent"), "\(host.errors)")
            #expect(host.errorLines.count == 1)
        }
    }

    @Test func `with --only, noRoute for the URL of another module suggests --stub`() throws {
        let host = try HostProcess.run("--only", "Rent", "--no-remote", "open", "app://account/login")
        #expect(host.exitCode == 2)
        #expect(
            host.errors.contains(
                "no route for app://account/login: --only leaves other modules out; give their answers with --stub FILE"
            ),
            "\(host)")
    }

    static let failures: [(arguments: [String], exitCode: Int32, says: String)] = [
        (
            ["--only", "Rent", "--only", "Account"], 64,
            "--only Rent and --only Account exclude each other; leave one out"
        ),
        (["--only", "Nobody"], 1, "no module Nobody was found, only \(Checkout.modules.joined(separator: ", "))"),
        (["--stub", "stubs.json"], 64, "add --only NAME"),
        (["--only", "Rent", "--stub", "\(TemporaryFolder.absent)/stubs.json"], 64, "No such file or directory"),
    ]

    @Test(arguments: failures) func `wrong uses of --only and --stub are refused in one line`(
        _ row: (arguments: [String], exitCode: Int32, says: String)
    )
        throws
    {
        let host = try ChildProcess.run(
            BuildProducts.path("switchboard"), row.arguments + ["routes"], environment: HostProcess.environment)
        #expect(host.exitCode == row.exitCode)
        #expect(host.errorLines.count == 1)
        #expect(host.errors.contains(row.says), "\(host.errors)")
    }

    /// An invalid stub file, and a part of the error.
    static let bad: [(text: String, says: String)] = [
        ("", "stubs.json is not JSON: column 1 of line 1"),
        ("{\n  \"app://a\": {\"page\": \"x\"},\n  \"app://b\" 7\n}", "column 13 of line 3 is not a colon"),
        ("[1]", "stubs.json is not an object with patterns"),
        ("{\n\"app://a\": {\"page\": \"x\"},\n\"app://b\": 7}", "the stub for app://b (stubs.json:3) is not an answer"),
        ("{\"app://b\": {\"page\": 7}}", "write one of {\"value\":…}"),
        ("{\"app://b\": {\"page\": \"x\", \"value\": 7}}", "is not an answer"),
        ("{\"app://b\": {\"error\": \"x\", \"verb\": \"dance\"}}", "is not an answer"),
        ("{\"app://b\": {}}", "is not an answer"),
    ]

    @Test(arguments: bad) func `an invalid stub file is refused with the reason`(
        _ row: (text: String, says: String)
    ) {
        let error = #expect(throws: Failure.self) { try StubFile(Array(row.text.utf8), file: "stubs.json") }
        #expect(error?.message.contains(row.says) == true, "\(String(describing: error))")
    }

    @Test func `a stub with an invalid pattern is refused with its line`() throws {
        try TemporaryFolder.with { folder in
            let stubs = try folder.write("{\n \"app://a/:\": {\"page\": \"x\"}\n}", to: "stubs.json")
            let host = try HostProcess.run("--only", "Rent", "--stub", stubs, "routes")
            #expect(host.exitCode == 64)
            #expect(host.errors.contains("(\(stubs):2) cannot be read: column 9"))
        }
    }
}
