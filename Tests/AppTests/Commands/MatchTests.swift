import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `Explanations of match and resolve` {
    static let rows: [(arguments: [String], exitCode: Int32, output: String)] = [
        (["/rent/:id<int>", "--url", "app://rent/42"], 0, "/rent/:id<int>: taken\n  id = 42\n"),
        (
            ["/rent/:id", "/rent/list", "--url", "app://rent/list"], 0,
            """
            /rent/list: taken
            /rent/:id: segment 2 is a parameter, which comes after a literal
              id = list

            """
        ),
        (
            ["/rent/:id<int>", "--url", "app://rent/x"], 2,
            """
            no pattern matches app://rent/x
            near, but no match:
              /rent/:id<int>: segment 2 is "x", expected :id<int>

            """
        ),
    ]

    @Test(arguments: rows) func `match explains which of its patterns matches a URL`(
        _ row: (arguments: [String], exitCode: Int32, output: String)
    ) throws {
        let host = try ChildProcess.run(
            BuildProducts.path("switchboard"), ["match"] + row.arguments, environment: HostProcess.environment)
        #expect(host.exitCode == row.exitCode)
        #expect(host.output == row.output)
        #expect(host.errors.isEmpty)
    }

    @Test(arguments: [
        ["match"], ["match", "/a"], ["match", "--url", "/a"], ["match", "/a(b", "--url", "/a"],
        ["match", "/:a", "/:b", "--url", "/a"], ["match", "/a", "--url", "%"],
    ]) func `match prints one line of error if its arguments are invalid`(_ arguments: [String]) throws {
        let host = try ChildProcess.run(
            BuildProducts.path("switchboard"), arguments, environment: HostProcess.environment)
        #expect(host.exitCode == 64)
        #expect(host.output.isEmpty)
        #expect(host.errorLines.count == 1)
    }

    @Test func `resolve explains the patterns of the loaded modules`() throws {
        let host = try HostProcess.run("--no-remote", "resolve", "app://rent/42", "--explain")
        #expect(host.exitCode == 0)
        #expect(host.lines.prefix(2) == ["/rent/:id of Rent: taken", "  id = 42"])
        let json = try HostProcess.run("resolve", "app://rent/42", "--json")
        #expect(json.output.contains(#""matches":true,"owner":"Rent","#))
        #expect(try HostProcess.run("resolve", "app://nobody").exitCode == 2)
    }
}
