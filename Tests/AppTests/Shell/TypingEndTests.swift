import Foundation
import TestSupport
import Testing

@testable import Platform

/// Events in the middle of a line.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A line that is being typed` {
    /// Types a part of a line, while a module waits for a word from a pipe.
    ///
    /// - Parameter backtrace: the runtime's settings for a crash; without settings it would wait for a person.
    private static func with(
        backtrace: String = "enable=no",
        _ body: (_ terminal: LiveTerminal, _ tell: (String) throws -> Void) throws -> Void
    ) throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Typist.swift", as: "libTypist.so", in: folder.path)
            let pipe = folder.path("pipe")
            #expect(mkfifo(pipe, 0o600) == 0)
            let terminal = try LiveTerminal(folder.path, columns: 100, environment: ["SWIFT_BACKTRACE": backtrace])
            try terminal.run("call app://typist/later?pipe=\(pipe)")
            #expect(!terminal.showsTyping)
            try terminal.type("vers")
            try terminal.wait(for: "what is typed") { $0.lines.last?.hasPrefix("switchboard> vers") == true }
            try body(terminal) { word in
                // A blocking open would not end without a reader.
                var end: CInt = -1
                try Condition.wait(for: "the module at the pipe") {
                    end = open(pipe, O_WRONLY | O_NONBLOCK)
                    return end >= 0
                }
                _ = word.withCString { write(end, $0, strlen($0)) }
                close(end)
            }
        }
    }

    /// The word that tells the module what to do, and the output above the line.
    @Test(arguments: [("hello", "Z notice Typist: hello"), ("child", "Z notice Typist: the child ended by 9")])
    func `a line that is being typed moves down below other output`(word: String, says: String) throws {
        try Self.with { terminal, tell in
            try tell(word)
            try terminal.wait(for: says) { screen in
                screen.lines.suffix(2).first?.hasSuffix(says) == true && screen.lines.last == "switchboard> vers"
            }
            try terminal.run("ion")
            #expect(terminal.lines.contains { $0.hasPrefix("switchboard 0.3.0") })
            #expect(try terminal.quit() == 0)
        }
    }

    /// The word that makes a module end the host, and the exit code.
    static let crashes: [(word: String, code: Int32)] = [
        ("exit", 70), ("trap", 128 + SIGILL), ("abort", 128 + SIGABRT), ("fault", 128 + SIGSEGV), ("bus", 128 + SIGBUS),
    ]

    @Test(arguments: crashes)
    func `the terminal is restored if a module ends the host while a line is being typed`(
        _ row: (word: String, code: Int32)
    ) throws {
        try Self.with { terminal, tell in
            try tell(row.word)
            #expect(try terminal.exitCode() == row.code)
            #expect(terminal.showsTyping)
        }
    }

    @Test(arguments: [SIGILL, SIGQUIT])
    func `a crash while a line is being typed prints a backtrace and restores the terminal`(_ signal: CInt) throws {
        try Self.with(backtrace: "enable=yes,interactive=no,color=no,limit=4,threads=crashed") { terminal, tell in
            if signal == SIGQUIT { try terminal.signal(signal) } else { try tell("trap") }
            #expect(try terminal.rest().contains("Program crashed"))
            #expect(try terminal.exitCode() == 128 + signal)
            #expect(terminal.showsTyping)
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGALRM, SIGXCPU])
    func `the terminal is restored if a signal ends the host while a line is being typed`(_ signal: CInt) throws {
        try Self.with { terminal, _ in
            try terminal.signal(signal)
            if signal == SIGINT {
                try terminal.wait(for: ["switchboard> vers", "switchboard>"])
                #expect(try terminal.quit() == 0)
            } else {
                #expect(try terminal.exitCode() == 128 + signal)
            }
            #expect(terminal.showsTyping)
        }
    }

    @Test func `a line that is being typed is printed again after the host was stopped with Ctrl-Z`() throws {
        let script =
            "set -m; \"$0\" --no-remote --no-color; stty -a | grep -q ' echo ' && echo SHOWN; fg > /dev/null; stty -a "
            + "| grep -q ' echo ' && echo END"
        let terminal = try Terminal(
            "/bin/bash", ["-c", script, BuildProducts.path("switchboard")], environment: HostProcess.environment,
            size: (80, 24))
        _ = try terminal.read(until: "switchboard> ")
        try terminal.type("vers")
        _ = try terminal.read(until: "vers")
        try terminal.type("\u{1A}")
        #expect(try terminal.read(until: "switchboard> vers").contains("SHOWN"))
        try terminal.type("ion\nquit\n")
        #expect(try terminal.read(until: "END").contains("plugin contract v1"))
        #expect(try terminal.exitCode() == 0)
    }

    @Test func `the terminal is not changed while the host is in the background`() throws {
        // The loops end after the host has stopped.
        let stopped = "while [[ -z $(jobs -s) ]]; do :; done; stty -a | grep -q ' icanon.* echo ' && echo ALONE"
        let terminal = try Terminal(
            "/bin/bash", ["--norc", "--noprofile", "--noediting", "-i"],
            environment: HostProcess.environment.merging(["HOST": BuildProducts.path("switchboard"), "PS1": "bash> "]) {
                $1
            },
            size: (200, 24))
        try terminal.type("$HOST --no-remote --no-color &\n\(stopped)-AT-START; fg\n")
        #expect(try terminal.read(until: "switchboard> ").contains("\nALONE-AT-START"))
        try terminal.type("vers")
        _ = try terminal.read(until: "vers")
        try terminal.type("\u{1A}")
        _ = try terminal.read(until: "Stopped")
        try terminal.type("bg; \(stopped)-LATER; fg\n")
        #expect(try terminal.read(until: "switchboard> vers").contains("\nALONE-LATER"))
        try terminal.type("ion\n")
        _ = try terminal.read(until: "plugin contract v1")
        try terminal.type("quit\n")
        _ = try terminal.read(until: "bash> ")
        try terminal.type("exit\n")
        #expect(try terminal.exitCode() == 0)
    }

    @Test func `a line on a dumb terminal is read without escape sequences`() throws {
        let terminal = try Terminal(
            BuildProducts.path("switchboard"), ["--no-remote"],
            environment: HostProcess.environment.merging(["TERM": "dumb"]) { $1 },
            size: (80, 24))
        _ = try terminal.read(until: "switchboard> ")
        #expect(terminal.showsTyping)
        try terminal.type("version\nquit\n")
        #expect(!(try terminal.read(until: "plugin contract v1")).contains("\u{1B}"))
        #expect(try terminal.exitCode() == 0)
    }
}
