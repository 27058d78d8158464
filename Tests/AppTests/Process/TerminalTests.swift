import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `The shell on a terminal` {
    @Test func `the shell on a terminal tells its modules, prompts, and ends with quit`() throws {
        let terminal = try Terminal(BuildProducts.path("switchboard"), environment: HostProcess.environment)
        #expect(try terminal.read(until: "switchboard> ").contains(Checkout.modules.joined(separator: ", ")))
        try terminal.type("app://rent/list\n")
        #expect(try terminal.read(until: "switchboard> ").contains("Homes to let"))
        try terminal.type("app://rent/999\n")
        let failure = try terminal.read(until: "switchboard> ")
        #expect(failure.contains("switchboard: "))
        #expect(!failure.contains("line "))
        try terminal.type("quit\n")
        #expect(try terminal.exitCode() == 0)
    }

    @Test func `the shell on a terminal ends with the end of the input`() throws {
        let terminal = try Terminal(BuildProducts.path("switchboard"), environment: HostProcess.environment)
        _ = try terminal.read(until: "switchboard> ")
        try terminal.type("\u{4}")
        #expect(try terminal.exitCode() == 0)
    }

    @Test func `the shell on a terminal does not prompt where --no-input is given`() throws {
        let terminal = try Terminal(
            BuildProducts.path("switchboard"), ["--no-input"], environment: HostProcess.environment)
        try terminal.type("version\nquit\n")
        let output = try terminal.read(until: "plugin contract v1")
        #expect(!output.contains("switchboard> "))
        #expect(try terminal.exitCode() == 0)
    }
}
