import Foundation
import TestSupport
import Testing

/// Control characters and characters that reorder text, in all texts that a module, a server or a file provides.
@Suite(.ownThread, .timeLimit(.minutes(5)), .tags(.isolated, .fleet)) struct `Hostile text on pages` {
    /// Lines of a script that print hostile text in different places.
    private static let lines = [
        "app://hostile/page", "stack", "history", "app://hostile/live", "10", "1", "1", "tab", "show",
        "app://hostile/command", "app://hostile/asking", "back", "back --yes", "open app://hostile/page --plan",
        "open app://hostile/tabs --plan", "app://hostile/page", "1", "2", "3", "4", "5", "6", "7", "8",
        #"perform '{"command":"push","page":{"title":"\u001b[2J\u009b\u202e","elements":[]}}'"#,
        #"perform '{"command":"present","page":{"title":"\u001b[2J","elements":[]}}'"#,
        #"perform '{"command":"dismiss","value":"\u001b[2J\u009b"}'"#, #"perform '{"command":"\u001b"}'"#,
        "app://hostile/tabs", "tab", "tab Other", "tab \u{1B}[2J", "stack", "app://hostile/live", "history",
        "record off",
    ]

    /// The end of the question after a line, and the answer.
    private static let questions = ["back": (asked: "(y/n) ", answer: "y\n"), "5": (asked: "): ", answer: "\u{4}")]

    /// The characters that a terminal would obey, except line feeds and the sequences that the host writes.
    private static func bad(_ text: String) -> [String] {
        text.replacing(/\u{1B}(\[[0-9;]*[mAKLBCJ]|\[\?(7|2004)[hl]|[78D])/, with: "").unicodeScalars.filter { scalar in
            switch scalar.value {
            case 0x0A, 0x0D: false
            case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200B...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
            case 0xFEFF, 0xE0000...0xE007F: true
            default: false
            }
        }
        .map { "U+" + String($0.value, radix: 16) }
    }

    private static func with(_ body: (TemporaryFolder) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Hostile.swift", as: "libHostile.so", in: folder.path)
            try body(folder)
        }
    }

    @Test(arguments: [[], ["--json"], ["--plain"]])
    func `hostile text of a page is escaped in output, errors and recordings`(
        _ options: [String]
    ) throws {
        try Self.with { folder in
            let file = folder.path("recording")
            let host = try ChildProcess.run(
                BuildProducts.path("switchboard"), options + ["--no-remote", "--modules", folder.path],
                input: (["record '\(file)'"] + Self.lines).joined(separator: "\n") + "\n",
                environment: HostProcess.environment)
            #expect(Self.bad(host.output) == [])
            #expect(Self.bad(host.errors) == [])
            #expect(host.output.contains("Page "))
            let recording = try String(contentsOfFile: file, encoding: .utf8)
            #expect(Self.bad(recording) == [])
            #expect(recording.contains(#"\u001b[2J"#))
            let again = try ChildProcess.run(
                BuildProducts.path("switchboard"),
                options + ["--no-remote", "--modules", folder.path, "replay", file],
                environment: HostProcess.environment)
            #expect(again.exitCode == 0, "\(again.errors)")
            #expect(Self.bad(again.output + again.errors) == [])
        }
    }

    @Test(arguments: [[], ["--json"]]) func `hostile text of a page is escaped on a terminal`(_ options: [String])
        throws
    {
        try Self.with { folder in
            let terminal = try Terminal(
                BuildProducts.path("switchboard"), options + ["--no-remote", "--modules", folder.path],
                environment: HostProcess.environment, size: (50, 60))
            _ = try terminal.read(until: "switchboard> ")
            for line in Self.lines where !line.contains("\u{1B}") && line != "record off" {
                try terminal.type(line + "\n")
                var output = ""
                if let question = Self.questions[line] {
                    output = try terminal.read(until: question.asked)
                    try terminal.type(question.answer)
                }
                output += try terminal.read(until: "switchboard> ")
                #expect(Self.bad(output) == [], "\(line)")
            }
            try terminal.type("quit\n")
            #expect(try terminal.exitCode() == 0)
        }
    }

    @Test func `hostile text of a page stays escaped after the stack is restored`() throws {
        try Self.with { folder in
            let environment = ["HOME": folder.path, "XDG_STATE_HOME": folder.path("state")]
            let lines = ["app://hostile/tabs\napp://hostile/page\n", "stack\ntab\nback\nhistory\n"]
            for input in lines {
                let host = try ChildProcess.run(
                    BuildProducts.path("switchboard"), ["--restore", "--no-remote", "--modules", folder.path],
                    input: input, environment: environment)
                #expect(host.exitCode == 0, "\(host.errors)")
                #expect(Self.bad(host.output + host.errors) == [])
                #expect(host.output.contains("Page "))
            }
        }
    }
}
