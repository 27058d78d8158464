import Foundation
import TestSupport
import Testing

@testable import App

/// The person's pager, with the real host.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct `The pager` {
    /// A pager that prints its first line and the number of the other lines, and waits for a key.
    private static let script = """
        #!/bin/sh
        read -r first
        printf 'pager: %s and %s more\n' "$first" "$(wc -l)"
        read -r key < /dev/tty
        """

    private static func with(
        _ arguments: [String], rows: Int = 20, pager: String? = nil, _ body: (TestSupport.Terminal) throws -> Void
    ) throws {
        try TemporaryFolder.with { folder in
            let path = try folder.write(script, to: "pager")
            // A file that was just written may not be runnable yet, since other tests start processes at the same time.
            let environment = ["TERM": "xterm", "PAGER": pager ?? "sh \(path)"]
            let terminal = try TestSupport.Terminal(
                BuildProducts.path("switchboard"), ["--no-remote"] + arguments,
                environment: HostProcess.environment.merging(environment) { $1 }, size: (100, rows))
            try body(terminal)
        }
    }

    @Test func `the pager shows the help on the command line`() throws {
        try Self.with(["help", "--all"]) { terminal in
            let text = try terminal.read(until: "more")
            #expect(text.contains("pager: switchboard [options]"))
            // A key ends the pager.
            try terminal.type("\n")
            let code = try terminal.exitCode()
            #expect(code == 0)
        }
    }

    @Test func `the pager has the user's environment, and the options of less that git sets`() throws {
        try Self.with(["help", "--all"], pager: "env; cat > /dev/null; echo end") { terminal in
            // The variable PAGER also contains "end".
            let text = try terminal.read(until: "\r\nend\r\n")
            for variable in ["TERM=xterm", "PATH=", "HOME=", "LESS=FRX", "LESSCHARSET=utf-8"] {
                #expect(text.contains(variable), "\(variable) of \(text)")
            }
            let code = try terminal.exitCode()
            #expect(code == 0)
        }
    }

    @Test func `a text is printed without the pager if the pager does not exist`() throws {
        try Self.with(["help", "--all"], pager: "\(TemporaryFolder.absent)/pager") { terminal in
            let text = try terminal.read(until: "with a backtrace")
            #expect(text.contains("switchboard [options]"))
            let code = try terminal.exitCode()
            #expect(code == 0)
        }
    }

    @Test func `the pager shows the help in the shell, which continues after it`() throws {
        try Self.with([]) { terminal in
            _ = try terminal.read(until: "switchboard> ")
            try terminal.type("help --all\n")
            _ = try terminal.read(until: "more")
            try terminal.type("\n")
            _ = try terminal.read(until: "switchboard> ")
            try terminal.type("quit\n")
            let code = try terminal.exitCode()
            #expect(code == 0)
        }
    }

    /// Command lines with a long page, table or value, and its first line.
    static let long = [
        (["open", "app://rent/list"], "\u{1B}[1mHomes to let"), (["routes"], "VERB"), (["modules"], "MODULE"),
        (["call", "app://rent/search", "--body", "{}"], "id  title"),
        (["completions", "bash"], "# Completes the words"),
    ]

    @Test(arguments: long) func `the pager shows a long page, table or value on the command line, once`(
        _ row: (arguments: [String], first: String)
    ) throws {
        try Self.with(row.arguments, rows: 6) { terminal in
            _ = try terminal.read(until: "pager: \(row.first)")
            try terminal.type("\n")
            let rest = try terminal.rest()
            #expect(!rest.contains("pager: "))
            let code = try terminal.exitCode()
            #expect(code == 0)
        }
    }

    /// Command lines with a text that fits, a text for other programs, or a pager that is turned off.
    static let others: [(arguments: [String], pager: String?)] = [
        (["help", "version"], nil), (["--plain", "help", "--all"], nil), (["--json", "help", "--all"], nil),
        (["--no-input", "help", "--all"], nil),
        (["-c", "help --all"], nil), (["help", "--all"], "cat"), (["help", "--all"], ""),
    ]

    @Test(arguments: others) func `the pager does not run for a text that fits or is for programs, or if turned off`(
        _ row: (arguments: [String], pager: String?)
    ) throws {
        try Self.with(row.arguments, pager: row.pager) { terminal in
            let text = try terminal.rest()
            #expect(!text.contains("pager: "))
            let code = try terminal.exitCode()
            #expect(code == 0)
        }
    }

    @Test func `the pager does not run in a pipe`() throws {
        let host = try HostProcess.run("help", "--all", environment: ["TERM": "xterm", "PAGER": "echo pager:"])
        #expect(host.exitCode == 0 && host.output.contains("Open and ask:"))
    }
}
