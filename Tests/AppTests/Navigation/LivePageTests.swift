import Foundation
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5)), .tags(.isolated, .fleet)) struct `A live page` {
    private static func withTicker(_ body: (String) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Ticker.swift", as: "libTicker.so", in: folder.path)
            try body(folder.path)
        }
    }

    @Test func `a live page as JSON is one line for each change, up to the last change`() throws {
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

    @Test func `a live page does not print changes that modules make when the host ends`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Lively.swift", as: "libLively.so", in: folder.path)
            let options = ["--json", "--modules", folder.path]
            let hosts = [
                try HostProcess.run(options + ["open", "app://lively/lines"]),
                try HostProcess.run(options, input: "app://lively/lines\n"),
            ]
            for host in hosts {
                #expect(host.exitCode == 0 && host.lines.last?.contains(#""feedback":"#) == true, "\(host)")
            }
        }
    }

    @Test func `in a pipe, a live page is printed again after an event, with numbers for the new rows`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Lively.swift", as: "libLively.so", in: folder.path)
            let lines = [
                "app://lively/lines", "1", #"call app://lively/set --body '["b"]'"#, "1", "back", "1", "back", "show",
            ]
            let host = try HostProcess.run("--modules", folder.path, input: lines.joined(separator: "\n") + "\n")
            #expect(host.exitCode == 0, "\(host.errors)")
            let page = { (line: String) in
                ["Lines", "─────", "  [1] \(line)  app://lively/line/\(line)", "  [2] Add", ""]
            }
            #expect(
                host.lines + [""] == ["Lines", "─────", "  [1] Add", ""] + page("added").dropLast()
                    + ["true", "", "Line added", "──────────", ""] + page("b") + ["Line b", "──────", ""]
                    + page("b") + page("b"))
        }
    }

    @Test func `numbers on a live page as JSON follow its last change`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Lively.swift", as: "libLively.so", in: folder.path)
            let host = try HostProcess.run("--json", "--modules", folder.path, input: "app://lively/lines\n1\n1\n")
            #expect(host.exitCode == 0, "\(host.errors)")
            #expect(host.lines.last?.contains(#""url":"app://lively/line/added""#) == true, "\(host.output)")
        }
    }

    @Test func `a covered live page does not follow changes, and is current when it is uncovered`() throws {
        try Self.withTicker { folder in
            let input =
                "app://ticker\napp://ticker/tick/0\ncall app://ticker/begin\ncall app://ticker/end\ncall "
                + "app://ticker/bindings\nback\n"
            let host = try HostProcess.run("--deadline", "60", "--modules", folder, input: input)
            #expect(host.exitCode == 0, "\(host.errors)")
            #expect(host.lines.contains("0"))
            #expect(host.lines.filter { $0.hasPrefix("  Ticks: ") } == ["  Ticks: 0", "  Ticks: 3000"])
        }
    }

    /// Lines of a script, and at their end the number of view models, or of bindings to one of them.
    static let held: [(lines: [String], value: String)] = [
        (["app://lively/line/a", "app://lively/new", "back", "call app://lively/alive"], "2"),
        (["app://lively/line/a", "app://lively/new", "back", "app://lively/line/b", "call app://lively/alive"], "1"),
        (
            ["app://lively/new", #"perform '{"command":"root","page":{"elements":[]}}'"#, "call app://lively/alive"],
            "1"
        ),
        (["app://lively/lines", "call app://lively/bound"], "1"),
        (["app://lively/lines", "call app://lively/set --body '[]'", "call app://lively/bound"], "0"),
        (["--json", "app://lively/lines", "call app://lively/bound"], "1"),
        (["--json", "app://lively/parts", "call app://lively/bound"], "1"),
        (["--json", "app://lively/line/a", "app://lively/lines", "back", "call app://lively/bound"], "0"),
        (["--json", "app://lively/lines", "app://lively/line/a", "call app://lively/bound"], "0"),
        (["--json", "app://lively/lines", "app://lively/line/a", "back", "call app://lively/bound"], "1"),
        (
            ["--json", "app://lively/lines", "module stop Lively", "module start Lively", "call app://lively/alive"],
            "1"
        ),
    ]

    @Test func `a live page releases its bindings when it is covered, popped or stopped`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Lively.swift", as: "libLively.so", in: folder.path)
            for row in Self.held {
                let isJSON = row.lines.first == "--json"
                let input = row.lines.drop { $0 == "--json" }.joined(separator: "\n") + "\n"
                let host = try ChildProcess.run(
                    BuildProducts.path("switchboard"),
                    (isJSON ? ["--json"] : []) + ["--no-remote", "--modules", folder.path], input: input,
                    environment: HostProcess.environment)
                #expect(host.exitCode == 0, "\(host.errors)")
                let last = isJSON ? #"{"format_version":"1.0","value":\#(row.value)}"# : row.value
                #expect(host.lines.last == last, "\(row.lines)")
            }
        }
    }

    @Test func `a live page of a stopped module is replaced by a notice, and opens again after a start`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Lively.swift", as: "libLively.so", in: folder.path)
            let lines = [
                "app://lively/lines", "app://lively/line/a", "module stop Lively", "back", "1", "module start Lively",
                "1",
            ]
            let host = try HostProcess.run(
                "--no-remote", "--modules", folder.path, input: lines.joined(separator: "\n") + "\n")
            #expect(host.lines.count { $0.contains("Lively was stopped, and this page with it.") } == 2)
            #expect(host.errors.contains("line 5: "), "\(host.errors)")
            #expect(host.lines.suffix(3) == ["Lines", "─────", "  [1] Add"])
        }
    }

    @Test func `an event that the module of a live page does not take ends at the deadline`() throws {
        try Self.withTicker { folder in
            let host = try HostProcess.run(
                "--deadline", "5", "--modules", folder, input: "module start Ticker\napp://ticker/stuck\n1\nversion\n")
            #expect(host.exitCode == 5)
            let says = "(app://ticker/stuck): the page's module did not take the message within 5 s; try again"
            #expect(host.errors.contains(says), "\(host.errors)")
            #expect(host.lines.last?.contains("plugin contract v1") == true)
        }
    }
}
