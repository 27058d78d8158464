import Foundation
import ModuleKit
import TestSupport
import Testing

@testable import App

@Suite(.ownThread, .timeLimit(.minutes(3))) struct `A remote's table` {
    private static let table =
        #"{"kind":"table","table":{"version":"7","#
        + #""rewrites":[{"pattern":"app://rent/flat/:id","target":"app://rent/:id"}],"#
        + #""overrides":[{"pattern":"app://rent/43","answer":{"kind":"page","page":{"title":"Let","elements":[]}}},"#
        + #"{"pattern":"app://rent/44","answer":{"kind":"redirect","url":"app://account/logout"}},"#
        + #"{"pattern":"app://rent/45","answer":{"kind":"denied","reason":"not today"}},"#
        + #"{"pattern":"app://rent/46","answer":{"kind":"web","url":"https://m.example.com/46"}}],"#
        + #""log":["app://rent/list"],"rules":{"none":[{"pattern":"app://rent/list","any":[1]}]}}}"#

    /// Runs the host once for each command, with a remote that has a table and a grant.
    private static func run(
        _ table: String, grant: String, _ runs: [[String]],
        check: ([ChildProcess], HTTPServer) throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            try HostProcess.putScans(into: folder.path("cache"))
            let reply = HTTPReply.answer(
                headers: ["Cache-Control": "max-age=60", "Content-Type": "application/json"], body: table)
            try await HTTPServer.run(["/table": reply]) { server in
                let list = try folder.write(
                    #"{"format_version":"1.0","remotes":[{"remote":"\#(server.url("/table"))","#
                        + #""prefixes":["app://none"],"grants":["\#(grant)"]}]}"#, to: "remotes.json")
                var hosts: [ChildProcess] = []
                for words in runs {
                    hosts.append(
                        try ChildProcess.run(
                            BuildProducts.path("switchboard"), ["--remote", list] + words,
                            environment: HostProcess.environment.merging(["XDG_CACHE_HOME": folder.path("cache")]) {
                                $1
                            }))
                }
                try check(hosts, server)
            }
        }
    }

    @Test(
        arguments: [
            (["open", "app://rent/flat/42"], 0, "Studio above the bookshop"), (["open", "app://rent/43"], 0, "Let"),
            (["open", "app://rent/45"], 3, "not today"),
            (["--origin", "external", "open", "app://rent/44"], 3, "account/logout"),
            (["open", "app://rent/46"], 0, "https://m.example.com/46"),
            (["resolve", "--explain", "app://rent/46"], 0, "asked before: version 7 of the table of http://"),
            (["resolve", "--explain", "app://rent/flat/42"], 0, "by version 7 of the table of http://"),
        ] as [([String], Int32, String)])
    func `a remote's table applies to its granted URLs, and is cached`(words: [String], code: Int32, text: String)
        async throws
    {
        try await Self.run(Self.table, grant: "app://rent", [words, words]) { hosts, server in
            for host in hosts {
                #expect(host.exitCode == code, "\(host.errors)")
                #expect((host.output + host.errors).contains(text), "\(host.output)\(host.errors)")
            }
            #expect(server.requests.map(\.target) == ["/table?url=switchboard%3A%2F%2Ftable"])
        }
    }

    /// The version is a text of the remote, whose escape characters must not reach the terminal.
    @Test(arguments: [("7", "7"), (#"7\u001B[2J"#, "7\u{FFFD}[2J")])
    func `remote status shows the version of a remote's cached table`(version: String, shown: String)
        async throws
    {
        let table = Self.table.replacing(#""version":"7""#, with: #""version":"\#(version)""#)
        let runs = [
            ["remote", "status"], ["open", "app://rent/42"], ["remote", "status"], ["--json", "remote", "status"],
        ]
        try await Self.run(table, grant: "app://rent", runs) { hosts, server in
            #expect(hosts[0].lines.last?.hasSuffix(" -") == true, "\(hosts[0].output)")
            #expect(hosts[2].lines.last?.hasSuffix(" " + shown) == true, "\(hosts[2].output)")
            #expect(hosts[3].output.contains(#""table":"\#(shown)""#), "\(hosts[3].output)")
            #expect(server.requests.count == 1)
        }
    }

    @Test(arguments: [
        (table, "app://rent/4", "is for URLs that are not granted"),
        (table, "app://account", "is for URLs that are not granted"),
        (#"{"kind":"redirect","url":"app://rent/43"}"#, "app://rent", "the remote's answer is not a table"),
        (
            #"{"kind":"table","table":{"version":"1","rewrites":[{"pattern":"app://rent/:","target":"app://rent"}]}}"#,
            "app://rent", "cannot be read"
        ),
        (
            #"{"kind":"table","table":{"version":"1","rules":{"tracking":[{"pattern":"app://account/centre"}]}}}"#,
            "app://rent", "is for URLs that are not granted"
        ),
        (#"{"kind":"table","table":{"version":"1","rules":{"tracking":[{"kind":"open"}]}}}"#, "app://rent", "pattern"),
        (#"{"kind":"table","table":{"version":"1","rules":{"tracking":{}}}}"#, "app://rent", "is not a list"),
        (
            #"{"kind":"table","table":{"version":"1","overrides":[{"pattern":"app://rent","#
                + #""answer":{"kind":"gone"}}]}}"#,
            "app://rent", "an override is web, redirect, page or denied"
        ),
        ("<html>", "app://rent", "gave an answer that cannot be used"),
        (crowd(1_001), "app://rent", "rewrites are too many: found 1001, allowed 1000; "),
        (crowd(1_000), "app://rent", "and there are 989 more: "),
    ])
    func `an invalid table is reported in one line and not used`(table: String, grant: String, line: String)
        async throws
    {
        try await Self.run(table, grant: grant, [["open", "app://rent/flat/42"]]) { hosts, _ in
            #expect(hosts[0].exitCode == 2)
            #expect(hosts[0].errorLines.count == 2)
            #expect(hosts[0].errors.contains(line), "\(hosts[0].errors)")
        }
    }

    /// A table with that many equal rewrites.
    private static func crowd(_ count: Int) -> String {
        let rewrites = Array(repeating: #"{"pattern":"app://rent/flat/:id","target":"app://rent/:id"}"#, count: count)
        return #"{"kind":"table","table":{"version":"1","rewrites":[\#(rewrites.joined(separator: ","))]}}"#
    }

    @Test(arguments: [
        ("app://shop", true), ("app://shop/:id", true), ("app://shop/*rest?", true), ("app://shop/a(/b)", true),
        ("app://shop/sale-:id", true), ("app://shop/:id<int>/x", true), ("app://shopping", false),
        ("app://shop:id", false),
        ("app://shop(ping)", false), ("app://:any", false), ("app://*all", false), ("/shop/:id", false), ("*", false),
        ("other://shop/:id", false), ("", false), ("app://", false), ("https://shop/:id", false),
    ])
    func `a grant covers only patterns below its prefix`(pattern: String, isGranted: Bool) throws {
        let prefix = try #require(URLPrefix("app://shop"))
        #expect(prefix.covers(pattern: pattern) == isGranted)
    }
}
