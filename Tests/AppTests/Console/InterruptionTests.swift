import Foundation
import TestSupport
import Testing

/// Ctrl-C, typed on a terminal.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct `Ctrl-C` {
    private static let key = "\u{3}"

    /// Starts the host with the probe on a terminal.
    private func withProbe(
        _ arguments: [String] = [], _ body: (Terminal) throws -> Void
    ) throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Probe.swift", as: "libProbe.so", in: folder.path)
            var environment = HostProcess.environment
            // The session keeps a journal, from which the host names the code that it abandons.
            environment["SWITCHBOARD_TRIAL"] = nil
            environment["XDG_CACHE_HOME"] = folder.path("cache")
            environment["PROBE_TELLS"] = "1"
            try HostProcess.putScans(into: folder.path("cache"))
            let terminal = try Terminal(
                BuildProducts.path("switchboard"), ["--modules", folder.path] + arguments, environment: environment)
            try body(terminal)
        }
    }

    @Test func `Ctrl-C cancels the request of a command, stops the modules, and ends with 130`() throws {
        try withProbe(["call", "app://probe/patient"]) { terminal in
            _ = try terminal.read(until: "Probe waits")
            try terminal.type(Self.key)
            let text = try terminal.read(until: "Probe stops")
            let seen = try #require(text.range(of: "Probe sees its cancellation"))
            let told = try #require(text.range(of: "was cancelled during Probe's route /probe/patient; ask again"))
            #expect(seen.lowerBound < told.lowerBound)
            let code = try terminal.exitCode()
            #expect(code == 130)
        }
    }

    /// Arguments, and the text that is printed in the middle of the work.
    static let others: [(arguments: [String], says: String)] = [
        (["-c", "call app://probe/patient", "version"], "Probe waits"), (["call", "app://probe/ticks"], "Probe ticks"),
    ]

    @Test(arguments: others) func `Ctrl-C also ends a script and a stream`(_ row: (arguments: [String], says: String))
        throws
    {
        try withProbe(row.arguments) { terminal in
            _ = try terminal.read(until: row.says)
            try terminal.type(Self.key)
            #expect(!(try terminal.read(until: "Probe stops")).contains("plugin contract"))
            let code = try terminal.exitCode()
            #expect(code == 130)
        }
    }

    @Test func `Ctrl-C abandons a request that ignores it, and still stops the modules`() throws {
        try withProbe(["call", "app://probe/stubborn"]) { terminal in
            _ = try terminal.read(until: "Probe waits")
            try terminal.type(Self.key)
            let text = try terminal.read(until: "Probe stops")
            #expect(
                text.contains("Probe's route /probe/stubborn while it answered app://probe/stubborn did not end"),
                "\(text)")
            let code = try terminal.exitCode()
            #expect(code == 130)
        }
    }

    @Test func `a second Ctrl-C ends the host immediately`() throws {
        try withProbe(["call", "app://probe/stubborn"]) { terminal in
            _ = try terminal.read(until: "Probe waits")
            try terminal.type(Self.key)
            _ = try terminal.read(until: "Probe pays no heed")
            try terminal.type(Self.key)
            let code = try terminal.exitCode()
            #expect(code == 130)
            #expect(!(try terminal.rest()).contains("Probe stops"))
        }
    }

    @Test func `Ctrl-C in the shell cancels the running request and returns to the prompt`() throws {
        try withProbe { terminal in
            _ = try terminal.read(until: "switchboard> ")
            try terminal.type("call app://probe/patient\n")
            _ = try terminal.read(until: "Probe waits")
            try terminal.type(Self.key)
            let text = try terminal.read(until: "switchboard> ")
            #expect(text.contains("was cancelled during Probe's route"))
            #expect(!text.contains("^Cswitchboard"), "\(text)")
            try goesOn(terminal)
        }
    }

    @Test func `a second Ctrl-C in the shell abandons a request that ignores the first`() throws {
        try withProbe { terminal in
            _ = try terminal.read(until: "switchboard> ")
            try terminal.type("call app://probe/stubborn\n")
            _ = try terminal.read(until: "Probe waits")
            try terminal.type(Self.key)
            _ = try terminal.read(until: "Probe pays no heed")
            _ = try terminal.read(until: "press Ctrl-C again to leave them")
            try terminal.type(Self.key)
            _ = try terminal.read(until: "switchboard> ")
            try goesOn(terminal)
        }
    }

    @Test func `Ctrl-C leaves a form, and at the prompt cancels the request that waits for the page`() throws {
        try withProbe { terminal in
            _ = try terminal.read(until: "switchboard> ")
            try terminal.type("app://account/profile\n")
            // The page begins its only form.
            _ = try terminal.read(until: "User (text): ")
            try terminal.type("lin" + Self.key)
            _ = try terminal.read(until: "switchboard> ")
            try terminal.type("app://rent/4" + Self.key)
            let text = try terminal.read(until: "switchboard> ")
            #expect(text.contains("the request for app://account/profile was cancelled"), "\(text)")
            try goesOn(terminal)
        }
    }

    @Test func `Ctrl-C ends a script that waits for its next line`() throws {
        try withProbe(["--no-input"]) { terminal in
            try terminal.type("version\n")
            _ = try terminal.read(until: "plugin contract")
            try terminal.type(Self.key)
            let code = try terminal.exitCode()
            #expect(code == 130)
        }
    }

    private func goesOn(_ terminal: Terminal) throws {
        try terminal.type("version\n")
        // The cancelled request may be reported after the prompt, which is then written again.
        var text = try terminal.read(until: "switchboard> ")
        while !text.contains("plugin contract v1") { text += try terminal.read(until: "switchboard> ") }
        try terminal.type("quit\n")
        let code = try terminal.exitCode()
        #expect(code == 0)
    }
}
