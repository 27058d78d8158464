import TestSupport
import Testing

@testable import App

@Suite(.timeLimit(.minutes(2))) struct `The line editor` {
    private static func editor(
        _ terminal: FakeTerminal, history lines: [String] = [], words: [String] = [], usesColour: Bool = true
    ) -> LineEditor {
        var history = LineHistory()
        for line in lines { history.add(line) }
        return LineEditor(terminal, history: history, assistant: FakeAssistant(words: words), usesColour: usesColour)
    }

    private static func line(_ event: LineEvent) -> String {
        switch event {
        case .line(let text): text
        case .end: "END"
        case .failed: "FAILED"
        case .interrupted: "INTERRUPTED"
        }
    }

    private static let history = ["open app://rent/1", "version", "open app://rent/2"]

    /// The typed keys, and the resulting line.
    static let lines: [(typed: String, line: String)] = [
        ("abc\r", "abc"), ("abc\n", "abc"), ("abc\u{1B}[D\u{1B}[DX\r", "aXbc"), ("bc\u{1}a\r", "abc"),
        ("ac\u{2}b\r", "abc"), ("\u{6}a\u{1}\u{6}b\r", "ab"), ("ab\u{1B}[H\u{1B}[3~\r", "b"),
        ("one two\u{17}\u{19}\u{19}\r", "one twotwo"), ("one two\u{15}x\r", "x"),
        ("one two\u{1B}b\u{B}x\r", "one x"), ("one two\u{1B}[1;5D\u{1B}[1;5D>\r", ">one two"),
        ("ab\u{14}\r", "ba"), ("one two\u{1B}\u{7F}\r", "one "), ("one two\u{1B}\u{8}\r", "one "),
        ("one two\u{1}\u{1B}d\r", " two"),
        ("ab\u{7F}\u{8}c\r", "c"), ("\u{1B}[A\r", "open app://rent/2"), ("\u{10}\u{10}\u{E}\r", "open app://rent/2"),
        ("draft\u{1B}[A\u{1B}[B!\r", "draft!"), ("\u{1B}[A\u{1B}[A\u{1B}[A\u{1B}[A\r", "open app://rent/1"),
        ("\u{12}open\r", "open app://rent/2"), ("\u{12}open\u{12}\r", "open app://rent/1"),
        ("\u{12}ver\u{5}x\r", "versionx"), ("abc\u{12}ver\u{7}\r", "abc"), ("\u{12}verz\u{7F}\r", "version"),
        ("ver\u{5}\r", "version"), ("ver\u{1B}[C\r", "version"), ("app:\u{6}\r", "app://rent"),
        ("ver\u{1}\u{5}\r", "ver"),
        ("\u{3}", "INTERRUPTED"), ("abc\u{3}", "INTERRUPTED"), ("\u{4}", "END"), ("ab\u{1}\u{4}\r", "b"),
        ("ab\u{4}\r", "ab"),
        ("\u{1B}[200~a b\r\n\u{1B}[201~\r", "a b"), ("你好\u{7F}们\r", "你们"), ("🏳️‍🌈x\u{2}\u{7F}\r", "x"),
        ("a\u{1B}[99~b\u{7}\u{C}\r", "ab"),
        // herdr#2786, KiTTY#488: answers of a terminal are not typed text.
        ("a\u{1B}[?1;2cb\u{1B}[24;80Rc\r", "abc"), ("a\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{1B}\\b\r", "ab"),
        ("a\u{1B}]10;rgb:ff/ff/ff\u{7}b\r", "ab"), ("a\u{1B}P>|tmux 3.4\u{1B}\\b\r", "ab"),
        ("a\u{1B}_Gi=31;OK\u{1B}\\b\r", "ab"), ("a\u{1B}]11;rgb:1e\r", "a"), ("a\u{1B}[1;2\r", "a"),
    ]

    @Test(arguments: lines.indices) func `the line editor makes a line from typed keys`(_ index: Int) {
        let row = Self.lines[index]
        var editor = Self.editor(FakeTerminal(typing: row.typed), history: Self.history)
        let made = Self.line(editor.read(LineRequest(prompt: "> ")))
        #expect(made == row.line)
    }

    /// The typed keys, and then the rows, the cursor's place and the grey text.
    static let screens: [(typed: [String], rows: [String], row: Int, column: Int, hint: String)] = [
        ([], [">"], 0, 2, ""), (["ver"], ["> version"], 0, 5, "sion"), (["app:"], ["> app://rent"], 0, 6, "//rent"),
        (["ver", "\u{2}"], ["> ver"], 0, 4, ""), (["a\u{C}"], ["> a"], 0, 3, ""),
        (["\u{12}op"], ["(search) op: open app://rent/2"], 0, 30, ""), (["\u{12}op", "\u{7}"], [">"], 0, 2, ""),
        (["l\t"], ["> li"], 0, 4, ""), (["l\t\t"], ["> li", "list  link"], 0, 4, ""),
        (["l\t\t", "s"], ["> lis"], 0, 5, ""),
        (["lis\t"], ["> list"], 0, 7, ""), (["zz\t\t"], ["> zz"], 0, 4, ""),
        (["l\t\t\u{1B}", "PAUSE"], ["> li"], 0, 4, ""),
        (["x\u{1B}[200~a\nb\u{1B}[201~"], ["> xa", "b"], 1, 1, ""),
    ]

    @Test(arguments: screens.indices) func `the line editor shows the line, its hint and its choices`(_ index: Int) {
        let row = Self.screens[index]
        let terminal = FakeTerminal(row.typed.map { $0 == "PAUSE" ? .pause : .bytes(Array($0.utf8)) })
        var editor = Self.editor(terminal, history: Self.history, words: ["list", "link"])
        let made = Self.line(editor.read(LineRequest(prompt: "> ")))
        #expect(made == "END")
        #expect(terminal.screen.lines == row.rows)
        #expect(terminal.screen.cursor == (row.row, row.column))
        #expect(terminal.screen.hint == row.hint)
    }

    @Test func `the line editor does not show hints without colours`() {
        let terminal = FakeTerminal(typing: "ver")
        var editor = Self.editor(terminal, history: Self.history, usesColour: false)
        _ = editor.read(LineRequest(prompt: "> "))
        #expect(terminal.screen.lines == ["> ver"])
    }

    @Test func `the line editor reads a pasted text line by line after Enter, until the paste is forgotten`() {
        let paste = "\u{1B}[200~one\ntwo\nthree\n\u{1B}[201~"
        var editor = Self.editor(FakeTerminal(typing: paste, "\r", "four\r"))
        let request = LineRequest(prompt: "> ")
        var lines = (0..<4).map { _ in Self.line(editor.read(request)) }
        #expect(lines == ["one", "two", "three", "four"])
        editor = Self.editor(FakeTerminal(typing: paste + "\r", "x\u{3}", "four\r"))
        let made = Self.line(editor.read(request))
        #expect(made == "one")
        editor.forgetPaste()
        lines = (0..<2).map { _ in Self.line(editor.read(request)) }
        #expect(lines == ["INTERRUPTED", "four"])
    }

    @Test func `the line editor reads a paste that is longer than the limit of a line, line by line`() {
        let words = (0..<3).map { String(repeating: "\($0)", count: LineBuffer.limit / 2) }
        let paste = "\u{1B}[200~\(words.joined(separator: "\n"))\n\u{1B}[201~"
        let terminal = FakeTerminal(typing: paste, "\r", "four\r")
        var editor = Self.editor(terminal)
        let lines = (0..<4).map { _ in Self.line(editor.read(LineRequest(prompt: "> "))) }
        #expect(lines == words + ["four"])
        #expect(terminal.rings == 0)
    }

    @Test(arguments: [LinePurpose.command, .answer])
    func `the line editor cuts off a pasted line that is too long, and rings`(_ purpose: LinePurpose) {
        let text = String(repeating: "x", count: LineBuffer.limit)
        let terminal = FakeTerminal(typing: "\u{1B}[200~\(text)yz\u{1B}[201~\r")
        var editor = Self.editor(terminal)
        let line = Self.line(editor.read(LineRequest(prompt: "> ", purpose: purpose)))
        #expect(line == text)
        #expect(terminal.rings == 1)
    }

    @Test func `the line editor waits for Enter after a later line of a paste that is too long`() {
        let text = String(repeating: "x", count: LineBuffer.limit)
        let terminal = FakeTerminal(typing: "\u{1B}[200~a\n\(text)y\nb\u{1B}[201~\r", "\u{15}c\r")
        var editor = Self.editor(terminal)
        let lines = (0..<3).map { _ in Self.line(editor.read(LineRequest(prompt: "> "))) }
        #expect(lines == ["a", "c", "b"])
        #expect(terminal.rings == 1)
    }

    /// Events after a paste without its end mark, and the resulting line.
    static let endlessPastes: [(events: [TerminalEvent], line: String)] = [
        ([.bytes([0x03]), .pause], "INTERRUPTED"), ([.changed(isLost: true), .bytes([0x0D])], "ab"),
        ([.interrupted], "INTERRUPTED"),
    ]

    @Test(arguments: endlessPastes.indices) func `the line editor ends a paste without its end mark`(_ index: Int) {
        let row = Self.endlessPastes[index]
        let paste = TerminalEvent.bytes(Array("\u{1B}[200~ab".utf8))
        var editor = Self.editor(FakeTerminal([paste] + row.events + [.bytes(Array("next\r".utf8))]))
        let lines = (0..<2).map { _ in Self.line(editor.read(LineRequest(prompt: "> "))) }
        #expect(lines == [row.line, "next"])
    }

    /// The portions of an answer of the terminal, or of Alt with a letter, with pauses between them.
    @Test(arguments: [
        ["a\u{1B}[?1;", "2cb\r"], ["a\u{1B}]11;rgb:1e1e", "/1e1e/1e1e\u{1B}", "\\b\r"], ["a\u{1B}P", "b\r"],
        ["a\u{1B}]", "b\r"],
    ])
    func `the line editor drops an answer of the terminal that arrives in portions`(_ portions: [String]) {
        let events = portions.flatMap { [TerminalEvent.bytes(Array($0.utf8)), .pause] }
        var editor = Self.editor(FakeTerminal(events))
        let made = Self.line(editor.read(LineRequest(prompt: "> ")))
        #expect(made == "ab")
    }

    @Test func `the line editor keeps text that is typed after a line for the next line`() {
        var editor = Self.editor(FakeTerminal(typing: "one\rtwo\rth", "ree\r"))
        let lines = (0..<3).map { _ in Self.line(editor.read(LineRequest(prompt: "> "))) }
        #expect(lines == ["one", "two", "three"])
    }

    @Test func `the history of the line editor has commands without secrets, and does not have answers`() {
        let terminal = FakeTerminal(typing: "open hush\r", "answer\r", "secret\r", "\u{1B}[A\u{1B}[A\r")
        var editor = Self.editor(terminal)
        _ = editor.read(LineRequest(prompt: "> "))
        _ = editor.read(LineRequest(prompt: "? ", purpose: .answer))
        _ = editor.read(LineRequest(prompt: "? ", purpose: .answer, isSecret: true))
        #expect(!terminal.screen.lines.joined().contains("secret"))
        let made = Self.line(editor.read(LineRequest(prompt: "> ")))
        #expect(made == "open ***")
    }

    @Test func `the line editor does not yank a secret, and completes an answer from its possible words`() {
        let terminal = FakeTerminal(typing: "hush\u{15}word\r", "\u{19}y\t\r")
        var editor = Self.editor(terminal)
        let first = Self.line(editor.read(LineRequest(prompt: "? ", purpose: .answer, isSecret: true)))
        #expect(first == "word")
        let second = Self.line(editor.read(LineRequest(prompt: "? ", purpose: .answer, words: ["yes", "no"])))
        #expect(second == "yes")
        #expect(!terminal.screen.lines.joined().contains("hush"))
    }
}
