import Foundation
import TestSupport
import Testing

@testable import Platform

/// Modules whose code blocks a thread for ever, or ends the process.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A shell whose modules do not return` {
    private static let plugins = Result { () throws -> String in
        let folder = BuildProducts.path("fixtures/holder")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try PluginCompiler.swift("Holder.swift", as: "libHolder.so", in: folder)
        return folder
    }
    private static let prompt = "switchboard> "
    private static let interrupt = "\u{3}"

    private func shell(
        _ tells: String = "\(TemporaryFolder.absent)/file", _ arguments: [String] = []
    ) throws -> Terminal {
        let terminal = try Terminal(
            BuildProducts.path("switchboard"), ["--modules", try Self.plugins.get()] + arguments,
            environment: HostProcess.environment.merging(["HOLDER_TELLS": tells]) { $1 })
        if arguments.isEmpty { _ = try terminal.read(until: Self.prompt) }
        return terminal
    }

    @Test func `a shell works after handlers have blocked more threads than there are cores`() throws {
        let terminal = try shell()
        for _ in 0...ProcessInfo.processInfo.activeProcessorCount {
            try terminal.type("call app://holder/thread\n")
            _ = try terminal.read(until: "Holder holds")
            try terminal.type(Self.interrupt)
            _ = try terminal.read(until: "press Ctrl-C again to leave them, and a third time to end the shell")
            try terminal.type(Self.interrupt)
            _ = try terminal.read(until: Self.prompt)
        }
        try terminal.type("app://rent/list\n")
        _ = try terminal.read(until: "Homes to let")
        try terminal.type("call app://holder/ready\n")
        _ = try terminal.read(until: "7")
        try terminal.type("quit\n")
        #expect(try terminal.exitCode() == 0)
    }

    @Test func `a shell whose prompt is blocked by a module ends at the third Ctrl-C`() throws {
        let terminal = try shell()
        try terminal.type("app://holder/view\n")
        _ = try terminal.read(until: "Holder holds")
        try terminal.type(Self.interrupt)
        _ = try terminal.read(until: "a third time to end the shell")
        // The system merges two signals that come at the same time.
        try Condition.wait(for: "the end") {
            try? terminal.type(Self.interrupt)
            return terminal.hasEnded
        }
        #expect(try terminal.exitCode() == 130)
    }

    /// What ends the process, and its exit codes in a shell: a closed terminal may first be the end of the input.
    static let ends: [(name: String, end: @Sendable (Terminal) throws -> Void, codes: Set<Int32>)] = [
        ("SIGTERM", { try $0.signal(SIGTERM) }, [128 + SIGTERM]),
        ("SIGHUP", { try $0.signal(SIGHUP) }, [128 + SIGHUP]),
        ("a closed terminal", { $0.hangUp() }, [0, 128 + SIGHUP]),
    ]

    @Test(arguments: ends.indices) func `a shell stops its modules when a signal or a hang-up ends it`(_ row: Int)
        throws
    {
        try TemporaryFolder.with { folder in
            let terminal = try shell(folder.path("told"))
            try terminal.type("call app://holder/ready\n")
            _ = try terminal.read(until: Self.prompt)
            try Self.ends[row].end(terminal)
            let code = try terminal.exitCode()
            #expect(Self.ends[row].codes.contains(code), "\(Self.ends[row].name)")
            #expect(try String(contentsOfFile: folder.path("told"), encoding: .utf8) == "stopped\n")
        }
    }

    @Test func `a shell that runs a script stops its modules at SIGTERM`() throws {
        try TemporaryFolder.with { folder in
            let lines = ["-c", "call app://holder/ready", "-c", "call app://holder/thread"]
            let terminal = try shell(folder.path("told"), lines)
            _ = try terminal.read(until: "Holder holds")
            try terminal.signal(SIGTERM)
            #expect(try terminal.exitCode() == 128 + SIGTERM)
            #expect(try String(contentsOfFile: folder.path("told"), encoding: .utf8) == "stopped\n")
        }
    }

    @Test func `a shell that is ended while it asks for a secret restores the terminal's echo`() throws {
        let terminal = try shell()
        try terminal.type("app://holder/form\n")
        _ = try terminal.read(until: "Word")
        try Condition.wait(for: "no echo") { !terminal.showsTyping }
        try terminal.signal(SIGTERM)
        #expect(try terminal.exitCode() == 128 + SIGTERM)
        #expect(terminal.showsTyping)
    }

    /// The step of its life at which a module ends the process.
    @Test(arguments: ["make", "start", "stop"]) func `the host exits with 70 and names a module that ended it`(
        _ step: String
    ) throws {
        let arguments = ["--modules", Path.folder(of: try Samples.stumbler.get()), "open", "app://stumbler"]
        try StoreHome.with { home in
            #expect(try home.run(arguments).exitCode == 0)
            let host = try home.run(arguments, environment: ["STUMBLE": step + " exit"])
            #expect(host.exitCode == 70)
            #expect(host.errors.contains("Stumbler ended the process with exit(9)"), "\(host)")
        }
    }

    @Test func `a shell names a module that is not created in time, and goes on`() throws {
        let folder = Path.folder(of: try Samples.stumbler.get())
        try StoreHome.with { home in
            #expect(try home.run("--modules", folder, "open", "app://stumbler").exitCode == 0)
            let host = try home.run(
                "--modules", folder, "--deadline", "60", "-c", "open app://stumbler", "-c", "open app://rent/list",
                environment: ["STUMBLE": "make hang"])
            #expect(host.errors.contains("Stumbler"), "\(host)")
            #expect(host.errors.contains("its init(context:) did not end within 10 seconds"))
            #expect(host.output.contains("Homes to let"))
        }
    }

    @Test(arguments: ["start hang", "wait"]) func `a start that misses the deadline is reported once`(
        _ step: String
    ) throws {
        let arguments = ["--modules", Path.folder(of: try Samples.stumbler.get()), "--deadline", "1", "open"]
        try StoreHome.with { home in
            #expect(try home.run(arguments + ["app://rent/list"]).exitCode == 0)
            let host = try home.run(arguments + ["app://stumbler"], environment: ["STUMBLE": step])
            #expect(host.exitCode == 5)
            #expect(host.errorLines.count == 1, "\(host.errors)")
            #expect(host.errors.contains("the start of Stumbler did not end"), "\(host.errors)")
        }
    }

    @Test(arguments: [["--json"], []])
    func `standard output has results only, and output of plugins goes to standard error`(
        _ options: [String]
    ) throws {
        let host = try HostProcess.run(
            ["--modules", try Self.plugins.get()] + options + ["call", "app://holder/prints"])
        #expect(host.lines.count == 1)
        #expect(host.errorLines.sorted() == ["printed by Swift", "written by C"])
        let closed = try ChildProcess.run(
            "/bin/sh",
            [
                "-c", "\"$0\" --modules \"$1\" call app://holder/prints >&-", BuildProducts.path("switchboard"),
                try Self.plugins.get(),
            ], environment: HostProcess.environment)
        #expect(closed.exitCode == 1)
        #expect(closed.errors.contains("the output cannot be written"))
    }
}
