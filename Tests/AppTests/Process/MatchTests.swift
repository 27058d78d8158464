import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `Patterns on trial` {
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

    @Test(arguments: rows) func `patterns on trial show the one that is taken, and why`(
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
        ["match", "/:a", "/:b", "--url", "/a"], ["match", "/a", "--url", "%"], ["match", "--batch", "/a"],
    ]) func `patterns on trial are refused in one line where they cannot be tried`(_ arguments: [String]) throws {
        let host = try ChildProcess.run(
            BuildProducts.path("switchboard"), arguments, environment: HostProcess.environment)
        #expect(host.exitCode == 64)
        #expect(host.output.isEmpty)
        #expect(host.errorLines.count == 1)
    }

    /// A line of a batch and the line that answers it.
    static let batch: [(question: String, answer: String)] = [
        (
            #"{"id":1,"patterns":["/rent/:id","/rent/list"],"url":"app://rent/list?a=1&a=2&b=x"}"#,
            #"{"id":1,"matched":true,"params":{"a":["1","2"],"b":"x"},"pattern":"/rent/list"}"#
        ),
        (#"{"id":"b","patterns":["/rent/:id"],"url":"app://rent"}"#, #"{"id":"b","matched":false}"#),
        (#"{"id":2,"patterns":["/a"],"url":null}"#, #"{"id":2,"matched":false}"#),
        (
            #"{"id":3,"patterns":["/:a","/*b"],"priorities":[0,1],"url":"/x"}"#,
            #"{"id":3,"matched":true,"params":{"b":"x"},"pattern":"/*b"}"#
        ),
        (
            #"{"id":4,"patterns":["/x"],"url":"https://m.example.com/x","settings":{"ownHosts":["m.example.com"]}}"#,
            #"{"id":4,"matched":true,"params":{},"pattern":"/x"}"#
        ),
        (#"{"id":5,"dialect":"cobol","patterns":["/a"],"url":"/a"}"#, "the dialect \\\"cobol\\\" is not known"),
        (#"{"id":6,"patterns":["/:"],"url":"/a"}"#, "column 2"),
        (#"{"id":7,"patterns":["/a"],"url":"%"}"#, "does not begin with a scheme"),
        (#"{"id":8,"patterns":["/a"],"priorities":[1,2],"url":"/a"}"#, "priorities has 2 numbers"),
        (#"{"id":9,"url":"/a"}"#, "\\\"patterns\\\" is missing"),
        ("nonsense", "it is not a JSON object"),
    ]

    @Test func `patterns on trial are answered line by line in a batch, whatever a line holds`() throws {
        let input = Self.batch.map(\.question).joined(separator: "\n\n") + "\n"
        let host = try HostProcess.run("match", "--batch", input: input)
        #expect(host.exitCode == 1)
        #expect(host.lines.count == Self.batch.count)
        for (line, row) in zip(host.lines, Self.batch) {
            #expect(line.contains(row.answer), "\(line)")
        }
    }

    @Test func `patterns of the loaded modules are explained by resolve`() throws {
        let host = try HostProcess.run("--no-remote", "resolve", "app://rent/42", "--explain")
        #expect(host.exitCode == 0)
        #expect(host.lines.prefix(2) == ["/rent/:id of Rent: taken", "  id = 42"])
        let json = try HostProcess.run("resolve", "app://rent/42", "--json")
        #expect(json.output.contains(#""resolution":{"matches":true,"owner":"Rent","#))
        #expect(try HostProcess.run("resolve", "app://nobody").exitCode == 2)
    }
}
