import FoundationEssentials
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5)), .tags(.isolated)) struct `The trace of a request` {
    @Test func `the trace of a request is shown for one command, or while it is switched on`() throws {
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

    @Test func `the trace of a request is appended to a file as one object for each line`() throws {
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

    @Test(arguments: ["trace", "trace maybe", "trace on off"]) func `the trace of a request is switched on or off`(
        _ line: String
    ) throws {
        let host = try HostProcess.run(input: line + "\n")
        #expect(host.exitCode == 64)
        #expect(host.errors.contains("write `trace on|off`"))
    }
}
