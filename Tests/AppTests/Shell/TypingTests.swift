import Foundation
import TestSupport
import Testing

@testable import Platform

/// Keys in, screen out, with the real host.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct `Typing in the shell` {
    private static let prompt = "switchboard> "

    private static func with(_ option: String = "--no-remote", _ body: (LiveTerminal) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Typist.swift", as: "libTypist.so", in: folder.path)
            let terminal = try LiveTerminal(folder.path, option, columns: 60, rows: 16)
            try body(terminal)
            #expect(try terminal.quit() == 0)
            #expect(terminal.showsTyping)
            #expect(!terminal.screen.marksPastes)
        }
    }

    /// Keys on an empty line, the resulting line, and the columns before the cursor in it.
    static let edits: [(keys: String, line: String, cursor: Int)] = [
        ("abc\u{1B}[D\u{1B}[DX", "aXbc", 2), ("one two\u{1B}bX", "one Xtwo", 5), ("one two\u{1}\u{B}", "", 0),
        ("one two\u{17}\u{19}\u{19}", "one twotwo", 10), ("ab\u{14}", "ba", 2), ("你好🚀\u{7F}\u{1B}[Dx", "你x好", 3),
        ("cafe\u{301}\u{7F}!", "caf!", 4), ("\u{1B}[200~pasted\u{1B}[201~ text", "pasted text", 11),
        ("one two\u{1B}[1;5D\u{1B}[3~", "one wo", 4), ("x\u{1B}[99~\u{7}y", "xy", 2),
    ]

    @Test func `a line in the shell is edited with the keys of emacs`() throws {
        try Self.with { terminal in
            for row in Self.edits {
                try terminal.type(row.keys)
                let line = (Self.prompt + row.line).trimmingCharacters(in: .whitespaces)
                try terminal.wait(forLine: line, cursor: Self.prompt.count + row.cursor)
                try terminal.type("\u{5}\u{15}")
                try terminal.wait(forLine: "switchboard>", cursor: Self.prompt.count)
            }
        }
    }

    @Test func `the shell recalls, searches and suggests earlier lines`() throws {
        try Self.with { terminal in
            try terminal.run("version")
            try terminal.run("call app://typist/sort/size")
            try terminal.type("\u{1B}[A\u{1B}[A")
            try terminal.wait(forLine: Self.prompt + "version", cursor: 20)
            try terminal.type("\u{15}\u{12}siz")
            try terminal.wait(for: "the found line") { $0.lines.last == "(search) siz: call app://typist/sort/size" }
            try terminal.type("\u{7}ver")
            try terminal.wait(for: "the hint") { $0.lines.last == Self.prompt + "version" && $0.hint == "sion" }
            try terminal.type("\u{1B}[C\n")
            try terminal.wait(for: ["switchboard 0.3.0, plugin contract v1", "switchboard>"])
            try terminal.type("app://typist/f")
            // The shell reads the routes of a started module while it waits for keys; a later key finds them.
            try terminal.wait(for: "a route's rest") { screen in
                if screen.hint != "orm" { try? terminal.type("\u{7F}f") }
                return screen.hint == "orm"
            }
            try terminal.type("\u{15}")
            try terminal.wait(forLine: "switchboard>", cursor: 13)
        }
    }

    /// The typed text, and the line after Tab.
    static let completions: [(typed: String, line: String)] = [
        ("stac\t", "stack "), ("call app://typ\t", "call app://typist/"),
        ("call app://typist/s\to\t", "call app://typist/sort/"),
        ("call app://typist/sort/p\t", "call app://typist/sort/price "),
        ("module disable Typ\t", "module disable Typist "),
        ("call app://typist/find?c\tb\t", "call app://typist/find?city=beijing"),
        ("replay /dev/nul\t", "replay /dev/null "),
    ]

    @Test func `the shell completes a word at the first Tab and lists the choices at the second`() throws {
        try Self.with("--no-color") { terminal in
            // The module has not started.
            try terminal.type("call app://typist/find?f\tt\t&\tb\t")
            try terminal.wait(forLine: Self.prompt + "call app://typist/find?flat=true&city=beijing", cursor: 58)
            try terminal.type("\u{15}")
            try terminal.run("call app://typist/sort/size")
            for row in Self.completions {
                try terminal.type(row.typed)
                let line = (Self.prompt + row.line).trimmingCharacters(in: .whitespaces)
                try terminal.wait(forLine: line, cursor: Self.prompt.count + row.line.count)
                try terminal.type("\u{15}")
                try terminal.wait(forLine: "switchboard>", cursor: Self.prompt.count)
            }
            try terminal.type("call app://typist/s\t\t")
            try terminal.wait(for: [Self.prompt + "call app://typist/s", "send  sort/"])
            try terminal.type("\u{15}")
            try terminal.wait(for: ["switchboard>"])
        }
    }

    @Test func `the shell drops the typed line at Ctrl-C, and runs a paste line by line`() throws {
        try Self.with { terminal in
            try terminal.type("nonsense\u{3}\u{3}")
            try terminal.wait(for: [Self.prompt + "nonsense", "switchboard>", "switchboard>"])
            try terminal.type("\u{1B}[200~version\rhelp quit\r\u{1B}[201~")
            try terminal.wait(for: [Self.prompt + "version", "help quit"])
            try terminal.type("\n")
            try terminal.wait(for: [
                "switchboard 0.3.0, plugin contract v1", Self.prompt + "help quit", "  quit",
                "      end the shell, as exit, q and Ctrl-D do",
                "switchboard>",
            ])
        }
    }

    @Test func `a line in the shell is drawn again if the size of the window changes`() throws {
        try Self.with { terminal in
            try terminal.type("version " + String(repeating: "x", count: 60))
            try terminal.wait(for: "two rows") { $0.cursor == (4, 21) }
            try terminal.resize(columns: 30, rows: 10)
            try terminal.wait(for: "three rows") { screen in
                screen.lines == [
                    Self.prompt + "version xxxxxxxxx", String(repeating: "x", count: 30),
                    String(repeating: "x", count: 21),
                ]
            }
            try terminal.type("\u{17}\n")
            try terminal.wait(for: ["switchboard 0.3.0, plugin", "  contract v1", "switchboard>"])
        }
    }

    @Test func `the fields of a form are filled in the shell, and back, quit and Ctrl-C leave the form`() throws {
        try Self.with { terminal in
            // The page has only a form, which begins without a command.
            try terminal.type("app://typist/form\n")
            try terminal.wait(for: ["Name (text):"])
            func begin() throws {
                try terminal.type("1\n")
                try terminal.wait(for: ["Name (text):"])
            }
            try terminal.type("back\n")
            try terminal.wait(for: "the left form") { $0.lines.last == LiveTerminal.prompt }
            try begin()
            try terminal.type("\u{3}")
            try terminal.wait(for: "the left form") { $0.lines.last == LiveTerminal.prompt }
            try begin()
            try terminal.type("\u{1B}[A\n")
            try terminal.wait(for: "the fault") {
                $0.lines.last == "Name (text):" && $0.lines.joined().contains("\"Name\" is empty")
            }
            try terminal.type("Lin\nquit\n")
            try terminal.wait(for: ["Leave \"Order\" and lose what you typed? (y/n)"])
            try terminal.type("n\n3\n")
            try terminal.wait(for: "the fault") { $0.lines.joined(separator: " ").contains("\"City\" is \"3\"") }
            try terminal.type("2\n")
            try terminal.wait(for: ["Word (text, unseen):"])
            try terminal.type("hush\n")
            try terminal.wait(for: ["true", "switchboard>"])
            #expect(!terminal.lines.joined().contains("hush"))
            try typeAhead(terminal, begin)
            try terminal.type("\u{1B}[A")
            try terminal.wait(forLine: Self.prompt + "1", cursor: 14)
            try terminal.type("\u{15}")
            try terminal.wait(forLine: "switchboard>", cursor: 13)
        }
    }

    /// Types the answers of a form, each without waiting until the shell has read the previous one.
    private func typeAhead(_ terminal: LiveTerminal, _ begin: () throws -> Void) throws {
        for _ in 0..<5 {
            try begin()
            for line in ["Lin\n", "2\n", "hush\n"] { try terminal.type(line) }
            try terminal.wait(for: ["true", "switchboard>"])
            #expect(!terminal.lines.joined().contains("hush"))
        }
    }

    @Test func `two shells share one history, without sensitive values`() throws {
        try TemporaryFolder.with { folder in
            let environment = ["HOME": folder.path, "XDG_STATE_HOME": folder.path("state")]
            let modules = Path.folder(of: try Samples.vault.get())
            let shells = try (0..<2).map { _ in try LiveTerminal(modules, columns: 100, environment: environment) }
            try shells[0].run("version")
            try shells[1].run("app://vault/open/hush")
            try shells[0].run("stack")
            try shells[0].type("\u{1B}[A\u{1B}[A")
            try shells[0].wait(forLine: "switchboard> 'app://vault/open/***'", cursor: 35)
            try shells[0].type("\u{15}")
            try shells[0].wait(forLine: "switchboard>", cursor: 13)
            for shell in shells { #expect(try shell.quit() == 0) }
            let kept = try String(contentsOfFile: folder.path("state/switchboard/history"), encoding: .utf8)
            #expect(kept == "version\n'app://vault/open/***'\nstack\nquit\nquit\n")
        }
    }
}
