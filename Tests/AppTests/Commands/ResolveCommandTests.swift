import Foundation
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5)), .tags(.isolated)) struct `The command resolve` {
    static let rows: [(words: [String], exitCode: Int32, output: String)] = [
        (
            ["app://rent/list"], 0,
            "/rent/list of Rent: taken\n  labelled account.centre \"Homes to let\"\n  team: team-rent\n"
        ),
        (["app://rent/42"], 0, "/rent/:id of Rent: taken\n  id = 42\n  team: team-rent\n"),
        (
            ["app://secondhand/101"], 0,
            "/secondhand/:id of SecondHand: taken\n  id = 101\n  labelled parent \"/secondhand/list\"\n"
                + "  team: team-secondhand\n"
        ),
        // The handler does not run: a home that does not exist has a route.
        (["app://rent/999"], 0, "/rent/:id of Rent: taken\n  id = 999\n  team: team-rent\n"),
        (
            ["--json", "app://rent/42"], 0,
            #"{"format_version":"1.0","resolution":{"labels":[{"name":"team","text":"team-rent"}],"#
                + #""matches":true,"owner":"Rent","parameters":"#
                + #"[{"name":"id","value":"42"}],"pattern":"/rent/:id","reason":"taken"}}"# + "\n"
        ),
    ]

    @Test(arguments: rows) func `resolve prints the route that would answer, with its parameters and labels`(
        _ row: (words: [String], exitCode: Int32, output: String)
    ) throws {
        let host = try ChildProcess.run(
            BuildProducts.path("switchboard"), ["resolve"] + row.words, environment: HostProcess.environment)
        #expect(host.exitCode == row.exitCode)
        #expect(host.output == row.output)
        #expect(host.errors.isEmpty)
    }

    @Test func `resolve --explain prints why other routes do not answer`() throws {
        let host = try HostProcess.run("resolve", "--explain", "app://rent/list")
        #expect(host.exitCode == 0)
        #expect(
            host.lines.prefix(8) == [
                "/rent/list of Rent: taken",
                "  labelled account.centre \"Homes to let\"",
                "  team: team-rent",
                "/rent/:id of Rent: segment 2 is a parameter, which comes after a literal",
                "  id = list",
                "  team: team-rent",
                "near, but no match:",
                "  /rent/search of Rent: segment 2 is \"list\", expected \"search\"",
            ])
        let json = try HostProcess.run("resolve", "--explain", "app://rent/list", "--json")
        let explanation = try JSONDecoder().decode(Answer.self, from: Data(json.output.utf8)).explanation
        #expect(explanation.candidates.map(\.pattern) == ["/rent/list", "/rent/:id"])
        #expect(explanation.candidates.map(\.matches) == [true, true])
        #expect(explanation.near.first?.pattern == "/rent/search")
        #expect(explanation.near.allSatisfy { !$0.matches && $0.pattern.hasPrefix("/rent") })
    }

    @Test func `resolve --explain follows rewrites and redirects, and names interceptors and fallbacks`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Probe.swift", as: "libProbe.so", in: folder.path)
            let table = try folder.write(
                #"{"format_version":"1.0","answers":[{"pattern":"app://moved","answer":"#
                    + #"{"kind":"redirect","url":"app://probe/before/anyone"}}]}"#,
                to: "table.json")
            for (url, lines) in [
                (
                    "app://probe/before/anyone",
                    [
                        "rewritten to app://probe/anyone, by Probe's rewrite /probe/before/:to, deprecated from "
                            + "2026-01-01",
                        "asked before: Probe.idle", "/probe/anyone of Probe: taken",
                    ]
                ),
                (
                    "app://probe/help/me",
                    [
                        "/probe/help/me of Probe: taken", "  team: lookers",
                        "/probe/help/*rest? of Probe: a fallback, asked if all before it decline", "  rest = me",
                    ]
                ),
                ("app://probe/help", ["/probe/help/*rest? of Probe: taken, as a fallback"]),
            ] {
                let host = try HostProcess.run("--modules", folder.path, "resolve", "--explain", url)
                #expect(host.exitCode == 0, "\(host.errors)")
                #expect(Array(host.lines.prefix(lines.count)) == lines)
            }
            let moved = try HostProcess.run(
                "--modules", folder.path, "--remote", table, "resolve", "--explain", "app://moved")
            #expect(moved.exitCode == 2)
            let start = try #require(moved.lines.firstIndex(of: "which leads to app://probe/anyone:"))
            #expect(moved.lines[start - 1].contains("a redirect to app://probe/before/anyone"))
            #expect(moved.lines[(start + 1)...].contains("/probe/anyone of Probe: taken"))
        }
    }

    @Test func `resolve --explain prints why no route matches a URL`() throws {
        let host = try HostProcess.run("resolve", "--explain", "app://rent/list/photo")
        #expect(host.exitCode == 2)
        #expect(host.errors.isEmpty)
        #expect(host.lines.prefix(2) == ["no pattern matches app://rent/list/photo", "near, but no match:"])
        #expect(host.lines.contains("  /rent/list of Rent: the pattern ends before \"photo\""))
        let json = try HostProcess.run("resolve", "--explain", "app://rent/list/photo", "--json")
        #expect(json.exitCode == 2)
        #expect(try JSONDecoder().decode(Answer.self, from: Data(json.output.utf8)).explanation.candidates.isEmpty)
    }

    static let failures: [(words: [String], exitCode: Int32, code: String, says: String)] = [
        (["app://nobody"], 2, "noRoute", "no module answers app://nobody; add --explain to see why"),
        // A URL that only a remote answers has no route.
        (["app://home"], 2, "noRoute", "no module answers app://home"),
        (["nonsense"], 64, "invalidURL", "write app://nonsense"),
        (["--explain", "nonsense"], 64, "invalidURL", "write app://nonsense"),
        ([], 64, "usage", "write `resolve URL [--explain]`"),
        (["app://a", "app://b"], 64, "usage", "write `resolve URL [--explain]`"),
    ]

    @Test(arguments: failures) func `resolve prints its error in one line, also with --json`(
        _ row: (words: [String], exitCode: Int32, code: String, says: String)
    ) throws {
        for format in [[], ["--json"]] {
            let host = try ChildProcess.run(
                BuildProducts.path("switchboard"), ["resolve"] + row.words + format,
                environment: HostProcess.environment)
            #expect(host.exitCode == row.exitCode)
            #expect(host.output.isEmpty)
            #expect(host.errorLines.count == 1)
            #expect(host.errors.contains(row.says), "\(host.errors)")
            #expect(host.errors.contains(#""code":"\#(row.code)""#) == !format.isEmpty)
        }
    }

    private struct Answer: Decodable {
        struct Explanation: Decodable {
            struct Candidate: Decodable {
                let pattern: String
                let matches: Bool
            }
            let candidates: [Candidate]
            let near: [Candidate]
        }
        let explanation: Explanation
    }
}
