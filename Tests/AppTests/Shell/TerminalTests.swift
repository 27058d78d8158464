import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `The shell on a terminal` {
    @Test func `the shell on a terminal lists its modules, prompts, and ends with quit`() throws {
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

    /// Lines in another letter case or with another scheme, and a part of the shell's answer.
    static let mistyped = [
        ("App://Rent/42", "did you mean app://rent/:id, app://rent/list?"),
        ("/RENT/42", "did you mean /rent/:id, /rent/list?"),
        ("app://MESSAGES/INBOX", "did you mean app://messages/inbox, "), ("/rent/LIST", "or did you mean /rent/list?"),
        ("apps://RENT/42", "did you mean apps://rent/:id, "), ("app:/rent/42", "Studio above the bookshop"),
        ("OPEN app://rent/42", "did you mean `open`?"), ("Quit", "did you mean `quit`?"),
        ("RENT", "did you mean `app://rent/list`?"),
    ]

    @Test func `the shell on a terminal suggests the nearest route or command in any letter case and scheme`() throws {
        let terminal = try Terminal(
            BuildProducts.path("switchboard"), ["--no-remote"], environment: HostProcess.environment, size: (200, 24))
        _ = try terminal.read(until: "switchboard> ")
        for (line, answer) in Self.mistyped {
            try terminal.type(line + "\n")
            let output = try terminal.read(until: "switchboard> ")
            #expect(output.contains(answer), "\(line): \(output)")
        }
        try terminal.type("quit\n")
        #expect(try terminal.exitCode() == 0)
    }

    @Test func `the shell on a terminal ends at the end of the input`() throws {
        let terminal = try Terminal(BuildProducts.path("switchboard"), environment: HostProcess.environment)
        _ = try terminal.read(until: "switchboard> ")
        try terminal.type("\u{4}")
        #expect(try terminal.exitCode() == 0)
    }

    @Test func `the shell on a terminal does not prompt if --no-input is given`() throws {
        let terminal = try Terminal(
            BuildProducts.path("switchboard"), ["--no-input"], environment: HostProcess.environment)
        try terminal.type("app://account/login\n1\nversion\nquit\n")
        let output = try terminal.read(until: "plugin contract v1")
        #expect(!output.contains("switchboard> "))
        #expect(output.contains("line 2: no person is asked for input; leave out --no-input"))
        #expect(try terminal.exitCode() == 64)
    }
}
