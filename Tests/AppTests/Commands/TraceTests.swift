import FoundationEssentials
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5)), .tags(.isolated)) struct `The trace of a request` {
    @Test func `a trace is printed for open --trace, and for each request while trace is on`() throws {
        let one = try HostProcess.run("open", "app://account/centre", "--trace")
        #expect(one.errorLines.first == "trace 1: open app://account/centre, from the shell")
        #expect(one.errors.contains("Account's route /account/centre  a page"))
        #expect(one.exitCode == 0 && one.lines.first == "User centre")
        let shell = try HostProcess.run(
            input: "app://account/centre\ntrace on\napp://account/centre\ntrace off\napp://rent/3\n")
        #expect(
            shell.errorLines.filter { $0.hasPrefix("trace ") } == ["trace 2: open app://account/centre, from the shell"]
        )
    }

    @Test func `each trace is appended to the file of --trace-file as one object per line`() throws {
        try TemporaryFolder.with { folder in
            let path = folder.path + "/trace.jsonl"
            for url in ["app://account/centre", "app://nobody"] {
                _ = try HostProcess.run("--trace-file", path, "open", url)
            }
            let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines.first?.contains(#""stage":"handler""#) == true)
            #expect(lines.last?.contains(#""error":"no route for app://nobody"#) == true)
            let host = try HostProcess.run("--trace-file", folder.path, "open", "app://rent/42")
            #expect(host.exitCode == 1 && host.errors.contains("name another file for traces"))
        }
    }

    @Test(arguments: ["trace", "trace maybe", "trace on off"]) func `trace needs exactly one argument, on or off`(
        _ line: String
    ) throws {
        let host = try HostProcess.run(input: line + "\n")
        #expect(host.exitCode == 64)
        #expect(host.errors.contains("write `trace on|off`"))
    }
}
