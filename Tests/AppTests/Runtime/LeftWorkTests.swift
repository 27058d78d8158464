import Foundation
import TestSupport
import Testing

@testable import Platform

/// Handlers that do not end, in a real shell.
@Suite(.ownThread) struct `A module whose code does not end` {
    @Test func `a handler that waits and is left at its deadline makes its module degraded until it ends`() throws {
        try StoreHome.with { home in
            let host = try run(
                home,
                ["open app://culprit/hang/3", "modules", "module why Culprit", "open app://culprit/hang/0", "modules"])
            #expect(host.errors.contains("Culprit's route /culprit/hang/:seconds"), "\(host.errors)")
            let states = host.lines.filter { $0.hasPrefix("Culprit ") && $0.contains("1.0.0") }
            #expect(states.first?.contains(" degraded ") == true, "\(host.output)")
            #expect(host.output.contains("Culprit has 1 task left behind since 20"), "\(host.output)")
            #expect(host.output.contains("Culprit 1.0.0 is degraded"), "\(host.output)")
        }
    }

    @Test func `a module's state returns when what was left behind has ended`() throws {
        try StoreHome.with { home in
            let terminal = try shell(home)
            try terminal.type("open app://culprit/hang/2\n")
            _ = try terminal.read(until: "Culprit's route")
            #expect(try why(terminal).hasPrefix("is degraded"))
            try Condition.wait(for: "the end of the handler") { (try? why(terminal).hasPrefix("runs")) == true }
            try end(terminal)
        }
    }

    @Test func `a module with eight tasks left behind is stopped`() throws {
        try StoreHome.with { home in
            let terminal = try shell(home)
            for _ in 0..<8 {
                try terminal.type("open app://culprit/hang/3600\n")
                _ = try terminal.read(until: "Culprit's route")
            }
            try Condition.wait(for: "the stop") { (try? why(terminal).hasPrefix("was stopped")) == true }
            #expect(try why(terminal).contains("8 tasks left behind"))
            try end(terminal)
        }
    }

    @Test func `a handler that blocks its thread is told from one that waits`() throws {
        try StoreHome.with { home in
            let terminal = try shell(home)
            _ = try terminal.read(until: "> ")
            try terminal.type("open app://culprit/block\n")
            // Its code has begun once the module is there to be left.
            _ = try terminal.read(until: "block")
            try Condition.wait(for: "a running handler") { (try? isNoted(home)) == true }
            try terminal.type("\u{3}")
            _ = try terminal.read(until: "press Ctrl-C again")
            try terminal.type("\u{3}")
            try Condition.wait(for: "a thread that is held") { (try? why(terminal).hasPrefix("is degraded")) == true }
            #expect(try why(terminal).contains("1 thread left behind"))
            try end(terminal)
        }
    }

    /// What `module why` says of the module, from its state on.
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

    private func run(_ home: StoreHome, _ lines: [String]) throws -> ChildProcess {
        try home.run(
            ["--modules", try Samples.culprit.get(), "--deadline", "0.3"] + lines.flatMap { ["-c", $0] })
    }

    private func shell(_ home: StoreHome) throws -> Terminal {
        try Terminal(
            BuildProducts.path("switchboard"), ["--modules", try Samples.culprit.get(), "--deadline", "0.3"],
            environment: home.environment)
    }
}
