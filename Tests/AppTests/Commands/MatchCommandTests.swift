import Foundation
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `The command match` {
    /// The arguments after `match`, the exit code, and the complete output.
    static let rows: [(words: [String], exitCode: Int32, lines: [String])] = [
        (["/rent/:id", "--url", "app://rent/42"], 0, ["/rent/:id: taken", "  id = 42"]),
        (
            ["/*rest", "/rent/:id", "--url", "app://rent/list", "/rent/list", "/rent/:id<int>", "app://x/y"], 0,
            [
                "/rent/list: taken",
                "/rent/:id: segment 2 is a parameter, which comes after a literal",
                "  id = list",
                "/*rest: segment 1 is a wildcard, which comes after a literal",
                "  rest = rent/list",
                "near, but no match:",
                "  /rent/:id<int>: segment 2 is \"list\", expected :id<int>",
                "  app://x/y: segment 1 is \"rent\", expected \"x\"",
            ]
        ),
        (
            ["/rent/v:id.json", "/rent", "/rent/*more", "--url", "/rent/"], 0,
            [
                "/rent: taken",
                "near, but no match:",
                "  /rent/v:id.json: the path ends where the pattern has v:id.json",
                "  /rent/*more: the path ends where the pattern has the rest as *more",
            ]
        ),
        (
            ["/rent", "--url", "app://rent/42"], 2,
            ["no pattern matches app://rent/42", "near, but no match:", "  /rent: the pattern ends before \"42\""]
        ),
        (
            ["/a", "web://a", "https://m.example.com/a", "--url", "https://other.com/a"], 2,
            [
                "no pattern matches https://other.com/a", "near, but no match:",
                "  /a: it has no scheme, and other.com is not a host of the app",
                "  web://a: it is for the scheme web",
                "  https://m.example.com/a: it is for the host m.example.com",
            ]
        ),
        (
            ["/v7", "/v:a<int>", "/:b<one(v7)>", "/v:c", "/:d", "/*e", "--url", "/v7"], 0,
            [
                "/v7: taken",
                "/v:a<int>: segment 1 is a typed parameter with text around it, which comes after a literal", "  a = 7",
                "/:b<one(v7)>: segment 1 is a typed parameter, which comes after a typed parameter with text around it",
                "  b = v7",
                "/v:c: segment 1 is a parameter with text around it, which comes after a typed parameter", "  c = 7",
                "/:d: segment 1 is a parameter, which comes after a parameter with text around it", "  d = v7",
                "/*e: segment 1 is a wildcard, which comes after a parameter", "  e = v7",
            ]
        ),
        (
            ["/:a<int>", "/:b<double>", "--url", "/7"], 0,
            [
                "/:a<int>: taken", "  a = 7",
                "/:b<double>: segment 1 is a typed parameter, and has a wider type", "  b = 7",
            ]
        ),
        (
            ["/:aa", "/v:c", "/vv:d", "--url", "/vv7"], 0,
            [
                "/vv:d: taken", "  d = 7",
                "/v:c: segment 1 is a parameter with text around it, and has less text around it", "  c = v7",
                "/:aa: segment 1 is a parameter, which comes after a parameter with text around it", "  aa = vv7",
            ]
        ),
        (
            ["/rent/*more?", "/rent", "app://rent", "--url", "app://rent"], 0,
            [
                "app://rent: taken", "/rent: it has no scheme",
                "/rent/*more?: it continues with an empty wildcard", "  more = ",
            ]
        ),
        (["/rent", "--url", "/rent", "--modules", "\(TemporaryFolder.absent)/modules"], 0, ["/rent: taken"]),
        (["/the(/:a)(/x/:b)", "--url", "/the/x/%F0%9F%91%A9"], 0, ["/the(/:a)(/x/:b): taken", "  b = 👩"]),
    ]

    @Test(arguments: rows) func `match prints the pattern that is taken, and why each other pattern is not`(
        _ row: (words: [String], exitCode: Int32, lines: [String])
    ) throws {
        let host = try ChildProcess.run(BuildProducts.path("switchboard"), ["match"] + row.words)
        #expect(host.exitCode == row.exitCode)
        #expect(host.lines == row.lines)
        #expect(host.errors.isEmpty)
    }

    @Test func `match --json prints its answer as an object`() throws {
        let host = try HostProcess.run("--json", "match", "/rent/:id", "/rent", "--url", "app://rent/42?x=1")
        #expect(host.exitCode == 0)
        #expect(
            host.output == #"{"explanation":{"candidates":[{"matches":true,"owner":"","parameters":"#
                + #"[{"name":"id","value":"42"}],"pattern":"/rent/:id","reason":"taken"}],"near":[{"matches":false,"#
                + #""owner":"","parameters":[],"pattern":"/rent","reason":"the pattern ends before \"42\""}],"#
                + #""url":"app://rent/42?x=1"},"format_version":"1.0"}"# + "\n")
    }

    /// Wrong arguments, the error's code, and a part of its message.
    static let failures: [(words: [String], code: String, says: String)] = [
        (["/rent/:id"], "usage", "write `match PATTERN… --url URL`"),
        (["--url", "app://rent/42"], "usage", "write `match PATTERN… --url URL`"),
        ([], "usage", "write `match PATTERN… --url URL`"),
        (["/a", "--url"], "usage", "write --url URL"),
        (["/a", "--url", "nonsense"], "invalidURL", "write app://nonsense"),
        (["/a", "/b/:", "--url", "/a"], "invalidPatterns", "the pattern \"/b/:\" cannot be read: column 4"),
        (
            ["/b/:", "/:a", "/c", "/:b", "--url", "/a"], "invalidPatterns",
            "; pattern 4, /:b, matches the same URLs as pattern 2, /:a, and is as specific"
        ),
    ]

    @Test(arguments: failures) func `match refuses missing arguments, invalid URLs and invalid patterns`(
        _ row: (words: [String], code: String, says: String)
    ) throws {
        let host = try ChildProcess.run(BuildProducts.path("switchboard"), ["match"] + row.words)
        #expect(host.exitCode == 64)
        #expect(host.output.isEmpty)
        #expect(host.errorLines.count == 1)
        #expect(host.errors.contains(row.says), "\(host.errors)")
        let json = try ChildProcess.run(BuildProducts.path("switchboard"), ["match", "--json"] + row.words)
        #expect(json.exitCode == 64)
        #expect(json.errors.contains(#""code":"\#(row.code)""#), "\(json.errors)")
    }
}
