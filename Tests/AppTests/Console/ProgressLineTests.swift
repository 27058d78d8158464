import Foundation
import TestSupport
import Testing

/// The line that names the stage of long work, with the real host.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct `The progress line` {
    private static let environment = HostProcess.environment.merging(["TERM": "xterm"]) { $1 }
    private static let page = HTTPReply.json(#"{"kind":"web","url":"https://m.example.com/old"}"#)

    /// Runs a body with a remote that answers when the gate is open.
    private static func withSlowRemote(_ body: (HTTPServer, Gate) throws -> Void) async throws {
        let gate = try Gate()
        try await HTTPServer.run(["/lookup": page.after(gate)]) { server in try body(server, gate) }
    }

    @Test func `the progress line of a command names its stage until its result arrives`() async throws {
        try await Self.withSlowRemote { server, gate in
            let url = server.url("/lookup")
            var screen = TerminalScreen(width: 80, height: 10)
            let terminal = try Terminal(
                BuildProducts.path("switchboard"), ["--remote", url, "open", "app://old"],
                environment: Self.environment, size: (80, 10))
            try terminal.read(onto: &screen, until: "the stage") { $0.lines == ["asking \(url)…"] }
            gate.open()
            screen.write(try terminal.rest().utf8)
            #expect(try terminal.exitCode() == 0)
            #expect(screen.lines.first == "https://m.example.com/old")
            #expect(!screen.lines.contains { $0.contains("asking") })
        }
    }

    @Test func `text that is typed during long work in the shell goes to the next prompt`() async throws {
        try await Self.withSlowRemote { server, gate in
            var screen = TerminalScreen(width: 80, height: 20)
            let terminal = try Terminal(
                BuildProducts.path("switchboard"), ["--remote", server.url("/lookup")],
                environment: Self.environment, size: (80, 20))
            try terminal.read(onto: &screen, until: "the prompt") { $0.lines.last == "switchboard>" }
            try terminal.type("open app://old\n")
            try terminal.read(onto: &screen, until: "the stage") { $0.lines.last?.hasPrefix("asking") == true }
            try terminal.type("version\nhel")
            try terminal.read(onto: &screen, until: "the echo") { $0.lines.last == "hel" }
            gate.open()
            try terminal.read(onto: &screen, until: "the prompt") { $0.lines.last == "switchboard> hel" }
            #expect(!screen.lines.contains { $0.contains("asking") })
            #expect(screen.lines.contains("switchboard> version"))
            try terminal.type("\u{15}quit\n")
            #expect(try terminal.exitCode() == 0)
        }
    }

    /// Options and terminals that turn the progress line off.
    static let others: [(arguments: [String], terminal: String)] = [
        (["--plain"], "xterm"), (["--json"], "xterm"), ([], "dumb"),
    ]

    @Test(arguments: others) func `the progress line is not printed with --plain, with --json or on a dumb terminal`(
        _ row: (arguments: [String], terminal: String)
    ) async throws {
        try await HTTPServer.run(["/lookup": Self.page.late(milliseconds: 700)]) { server in
            let terminal = try Terminal(
                BuildProducts.path("switchboard"),
                row.arguments + ["--remote", server.url("/lookup"), "open", "app://old"],
                environment: Self.environment.merging(["TERM": row.terminal]) { $1 }, size: (80, 10))
            let output = try terminal.rest()
            #expect(try terminal.exitCode() == 0)
            #expect(!output.contains("asking"))
        }
    }

    @Test func `the progress line is not printed in a pipe`() async throws {
        try await HTTPServer.run(["/lookup": Self.page.late(milliseconds: 700)]) { server in
            let host = try HostProcess.run(
                "--remote", server.url("/lookup"), "open", "app://old", environment: ["TERM": "xterm"])
            #expect(host.exitCode == 0)
            #expect(host.errors.isEmpty)
            #expect(!host.output.contains("asking"))
        }
    }

    @Test(arguments: [false, true]) func `Ctrl-C during an installation leaves the store unchanged`(_ inShell: Bool)
        throws
    {
        try StoreHome.with { home in
            let former = try home.copy(try Samples.first.get(), to: "libSample.so")
            try home.run("module", "install", former)
            let lock = try String(contentsOfFile: home.lockFile, encoding: .utf8)
            let entries = try home.entries()
            let slow = try home.copy(try Samples.stumbler(at: "make hang"), to: "libStumbler.so")
            let environment = home.environment.merging(["TERM": "xterm"]) { $1 }
            let install = ["module", "install", slow]
            var screen = TerminalScreen(width: 400, height: 20)
            let terminal = try Terminal(
                BuildProducts.path("switchboard"), ["--no-remote"] + (inShell ? [] : install),
                environment: environment, size: (400, 20))
            if inShell {
                try terminal.read(onto: &screen, until: "the prompt") { $0.lines.last == "switchboard>" }
                try terminal.type(install.joined(separator: " ") + "\n")
            }
            try terminal.read(onto: &screen, until: "the stage") { $0.lines.last == "checking Stumbler…" }
            try terminal.type("\u{3}")
            if inShell {
                try terminal.read(onto: &screen, until: "the prompt") { $0.lines.last == "switchboard>" }
                try terminal.type("quit\n")
            }
            screen.write(try terminal.rest().utf8)
            #expect(try terminal.exitCode() == (inShell ? 0 : 130))
            #expect(screen.lines.joined().contains("libStumbler.so was not installed, because the installation"))
            #expect(!screen.lines.contains { $0.contains("checking") })
            #expect(try String(contentsOfFile: home.lockFile, encoding: .utf8) == lock)
            #expect(try home.entries() == entries)
        }
    }
}
