import Foundation
import TestSupport
import Testing

@testable import Platform

/// Handlers that do not end, in a real shell.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A module whose code does not end` {
    @Test func `a module is degraded after a handler that waits is abandoned at its deadline`() throws {
        try StoreHome.with { home in
            let lines = [
                "module start Culprit", "open app://culprit/hang/3600", "modules", "module why Culprit",
                "open app://culprit/hang/0",
            ]
            let host = try home.run(
                ["--modules", try Samples.culprit.get(), "--deadline", "1"] + lines.flatMap { ["-c", $0] })
            #expect(host.errors.contains("Culprit's route /culprit/hang/:seconds"), "\(host.errors)")
            #expect(host.lines.contains { $0.hasPrefix("Culprit ") && $0.contains(" degraded ") }, "\(host.output)")
            #expect(host.output.contains("Culprit has 1 task abandoned since 20"), "\(host.output)")
            #expect(host.output.contains("Culprit 1.0.0 is degraded"), "\(host.output)")
        }
    }

    @Test func `a degraded module returns to its normal state when its abandoned handler ends`() throws {
        try StoreHome.with { home in
            let release = home.folder.path("release")
            let terminal = try shell(home, environment: ["CULPRIT_RELEASE": release])
            try terminal.type("open app://culprit/hang/3600\n")
            _ = try terminal.read(until: "Culprit's route")
            #expect(try why(terminal).hasPrefix("is degraded"))
            try Data().write(to: URL(filePath: release))
            try Condition.wait(for: "the end of the handler") { (try? why(terminal).hasPrefix("runs")) == true }
            try end(terminal)
        }
    }

    @Test func `abandoned work of an isolated module is known after another module is loaded`() throws {
        try StoreHome.with { home in
            let folder = try Samples.isolableCulprit.get()
            #expect(try home.run("--modules", folder, "module", "isolate", "Culprit").exitCode == 0)
            let terminal = try shell(home, folder)
            for (line, answer) in [
                // With any answer, the route has been recorded once.
                ("open app://culprit/hang/0", "switchboard> "), ("module start Rent", "Rent 1.0.0 runs"),
                ("open app://culprit/hang/3600", "Culprit's route"),
            ] {
                try terminal.type(line + "\n")
                _ = try terminal.read(until: answer)
            }
            #expect(try why(terminal).hasPrefix("is degraded"))
            try end(terminal)
        }
    }

    @Test func `a module with eight abandoned tasks is stopped`() throws {
        try StoreHome.with { home in
            let terminal = try shell(home)
            for _ in 0..<8 {
                try terminal.type("open app://culprit/hang/3600\n")
                _ = try terminal.read(until: "Culprit's route")
            }
            try Condition.wait(for: "the stop") { (try? why(terminal).hasPrefix("was stopped")) == true }
            #expect(try why(terminal).contains("8 tasks abandoned"))
            try end(terminal)
        }
    }

    @Test func `a handler that blocks its thread is reported as a thread, not as a task`() throws {
        try StoreHome.with { home in
            // The host abandons the request by itself at its deadline.
            let terminal = try shell(home, deadline: 10)
            try terminal.type("open app://culprit/block\n")
            // Its code has begun once the journal names the route.
            _ = try terminal.read(until: "block")
            try Condition.wait(for: "a running handler") { (try? isNoted(home)) == true }
            try terminal.type("\u{3}")
            _ = try terminal.read(until: "press Ctrl-C again")
            try terminal.type("\u{3}")
            try Condition.wait(for: "a thread that is held") { (try? why(terminal).hasPrefix("is degraded")) == true }
            #expect(try why(terminal).contains("1 thread abandoned"))
            try terminal.type("module stop Culprit\n")
            #expect(try terminal.read(until: "starts it again").contains("but it has 1 thread abandoned since 20"))
            try terminal.type("doctor\n")
            _ = try terminal.read(until: "BAD  module Culprit: 1 thread abandoned since 20")
            try end(terminal)
        }
    }

    @Test func `a busy task that a module started by itself is reported after the module is stopped`() throws {
        try StoreHome.with { home in
            let terminal = try shell(home, deadline: 10)
            try terminal.type("open app://culprit/task\n")
            _ = try terminal.read(until: "Alive")
            // On a machine under load, the task may be without a processor for some time.
            for (line, end, words) in [
                ("module stop Culprit", "starts it again", "but this process stays busy"),
                ("doctor", "modules: ", "BAD  processor: this process stays busy"),
            ] {
                try Condition.wait(for: words) {
                    try? terminal.type(line + "\n")
                    return (try? terminal.read(until: end).contains(words)) == true
                }
            }
            try end(terminal)
        }
    }

    /// Returns the output of `module why`, from the module's state on.
    private func why(_ terminal: Terminal) throws -> String {
        let start = "Culprit 1.0.0 "
        try terminal.type("module why Culprit\n")
        var text = try terminal.read(until: start)
        while true {
            let answer = text.split(separator: start, omittingEmptySubsequences: false).dropFirst().joined()
            if answer.contains("switchboard> ") { return answer }
            text += try terminal.read(until: "switchboard> ")
        }
    }

    /// Whether the journal of a session has the route.
    private func isNoted(_ home: StoreHome) throws -> Bool {
        try home.journals().contains { $0.contains(Data("/culprit/:way".utf8)) }
    }

    private func end(_ terminal: Terminal) throws {
        try terminal.type("quit\n")
        _ = try terminal.exitCode()
    }

    /// Starts a shell in which the module has started, so that requests do not wait for its start.
    private func shell(
        _ home: StoreHome, _ folder: String? = nil, deadline: Int = 1, environment: [String: String] = [:]
    ) throws -> Terminal {
        let terminal = try Terminal(
            BuildProducts.path("switchboard"),
            ["--modules", try folder ?? Samples.culprit.get(), "--deadline", "\(deadline)"],
            environment: home.environment.merging(environment) { $1 })
        _ = try terminal.read(until: "> ")
        try terminal.type("module start Culprit\n")
        _ = try terminal.read(until: "Culprit 1.0.0 runs")
        return terminal
    }
}
