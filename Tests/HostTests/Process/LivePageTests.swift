import Foundation
import TestSupport
import Testing

@Suite struct `A live page` {
    private static let prompt = "switchboard> "

    private static func withTicker(_ body: (String) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Ticker.swift", as: "libTicker.so", in: folder.path)
            try body(folder.path)
        }
    }

    @Test func `that changes 1,000 times a second is drawn in place, and the shell answers meanwhile`() throws {
        try Self.withTicker { folder in
            let terminal = try Terminal(
                BuildProducts.path("switchboard"), ["--no-color", "--modules", folder],
                environment: ["HOME": "/nonexistent"], size: (80, 24))
            _ = try terminal.read(until: Self.prompt)
            try terminal.type("app://ticker\n")
            _ = try terminal.read(until: Self.prompt)
            try terminal.type("1\n")
            var frames = try terminal.read(until: "\u{1B}7")
            try terminal.type("version\n")
            for text in ["plugin contract v1", "Ticks: 3000\u{1B}[K\u{1B}8"] where !frames.contains(text) {
                frames += try terminal.read(until: text)
            }
            #expect(frames.components(separatedBy: "Ticks: ").count < 1_500)
            #expect(!frames.contains("Ticker"))
            try terminal.type("quit\n")
            #expect(try terminal.exitCode() == 0)
        }
    }

    @Test func `is one line a change as JSON, and ends right`() throws {
        try Self.withTicker { folder in
            let input = "app://ticker\n1\ncall app://ticker/end\n"
            let host = try HostProcess.run("--json", "--deadline", "60", "--modules", folder, input: input)
            #expect(host.exitCode == 0, "\(host.errors)")
            let changes = host.lines.filter { $0.contains(#""page_change":"#) }
            #expect(changes.count > 1)
            #expect(changes.count <= 3_002)
            #expect(Set(changes).count == changes.count)
            let last = #"{"at":0,"element":{"kind":"field","name":"Ticks","value":"3000"}}"#
            #expect(changes.last?.contains(last) == true)
            #expect(changes.contains { $0.contains(#"{"insert":0,"row":"#) })
        }
    }

    @Test func `writes nothing again in a pipe, but its numbers lead to what is there now`() throws {
        try Self.withTicker { folder in
            let input = "app://ticker\n1\ncall app://ticker/end\n1\n"
            let host = try HostProcess.run("--deadline", "60", "--modules", folder, input: input)
            #expect(host.exitCode == 0, "\(host.errors)")
            #expect(host.lines.count { $0.hasPrefix("  Ticks: ") } == 1)
            #expect(host.lines.contains("Tick 3000"))
        }
    }

    @Test func `that is covered follows nothing, and is up to date when it is uncovered`() throws {
        try Self.withTicker { folder in
            let input =
                "app://ticker\napp://ticker/tick/0\ncall app://ticker/begin\ncall app://ticker/end\ncall app://ticker/bindings\nback\n"
            let host = try HostProcess.run("--deadline", "60", "--modules", folder, input: input)
            #expect(host.exitCode == 0, "\(host.errors)")
            #expect(host.lines.contains("0"))
            #expect(host.lines.filter { $0.hasPrefix("  Ticks: ") } == ["  Ticks: 0", "  Ticks: 3000"])
        }
    }

    @Test func `whose module does not take an event ends at the deadline`() throws {
        try Self.withTicker { folder in
            let host = try HostProcess.run(
                "--deadline", "0.3", "--modules", folder, input: "app://ticker/stuck\n1\nversion\n")
            #expect(host.exitCode == 5)
            #expect(host.errors.contains("line 2: the page's module did not take the signal within 0.3 seconds"))
            #expect(host.lines.last?.contains("plugin contract v1") == true)
        }
    }
}
