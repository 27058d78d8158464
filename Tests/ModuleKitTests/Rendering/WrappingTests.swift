import Testing

@testable @_spi(Host) import ModuleKit

@Suite(.timeLimit(.minutes(2))) struct `Wrapped text` {
    /// A text, a width, and its lines, separated by `|`.
    static let rows: [(text: String, width: Int, lines: String)] = [
        ("", 10, ""), ("one two", 10, "one two"), ("one two three", 7, "one two|three"), ("one  two", 8, "one  two"),
        ("one     two", 6, "one|two"), ("a\nb\n", 10, "a|b|"), ("a\r\nb\u{2028}c", 10, "a|b|c"),
        ("  code", 10, "  code"),
        ("\n\na", 10, "||a"), ("abcdefgh", 3, "abc|def|gh"), ("ab cdefgh ij", 4, "ab|cdef|gh|ij"), ("a\tb", 10, "a b"),
        ("房子还在的，欢迎来看。", 10, "房子还在|的，欢迎来|看。"), ("房子还在的", 4, "房子|还在|的"),
        ("住在（杭州）的人", 8, "住在（杭|州）的人"), ("他说：“好的。”", 8, "他说：|“好的。”"),
        ("iPhone手机很好用", 8, "iPhone手|机很好用"), ("你好 world 再见", 10, "你好 world|再见"),
        ("日本語のテスト", 6, "日本語|のテス|ト"), ("カー", 2, "カ|ー"), ("한국어 문장", 6, "한국어|문장"),
        ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 4, "👨‍👩‍👧‍👦👨‍👩‍👧‍👦|👨‍👩‍👧‍👦"),
        ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}e\u{301}|e\u{301}"),
        ("السلام عليكم", 7, "السلام|عليكم"), ("漢", 1, "漢"), ("a ", 1, "a"),
    ]

    @Test(arguments: rows) func `lines break at spaces, and between characters by the rules of the script`(
        _ row: (text: String, width: Int, lines: String)
    ) {
        let lines = Wrapping.lines([Span(row.text)], width: row.width).map(\.text)
        #expect(lines.joined(separator: "|") == row.lines)
    }

    @Test(arguments: rows) func `a line is never wider than its room, or than one wide character`(
        _ row: (text: String, width: Int, lines: String)
    ) {
        for line in Wrapping.lines([Span(row.text)], width: row.width) {
            #expect(line.width <= max(row.width, 2))
            #expect(line.width == DisplayWidth.of(line.text))
        }
    }

    @Test func `wrapped text keeps its styles`() {
        let lines = Wrapping.lines([Span("one ", "a"), Span("two three", "b")], width: 7).map(\.spans)
        #expect(lines == [[Span("one ", "a"), Span("two", "b")], [Span("three", "b")]])
    }

    @Test func `lines after the first are indented by the hanging width`() {
        let lines = Wrapping.lines([Span("[1] one two three four")], width: 11, hanging: 4).map(\.text)
        #expect(lines == ["[1] one two", "    three", "    four"])
    }

    @Test func `wrapping a text of megabytes yields its first line`() {
        let lines = Wrapping.lines([Span(String(repeating: "房", count: 1_000_000))], width: 40)
        #expect(lines.next()?.text == String(repeating: "房", count: 20))
    }

    /// Text with control characters, and its form on the terminal.
    static let hostile: [(text: String, shown: String)] = [
        ("\u{1B}[2Jx", "\u{FFFD}[2Jx"), ("a\u{7}b", "a\u{FFFD}b"), ("\u{9B}31m", "\u{FFFD}31m"), ("\u{7F}", "\u{FFFD}"),
        ("\u{202E}abc\u{202C}", "\u{FFFD}abc\u{FFFD}"), ("\u{2066}x\u{2069}", "\u{FFFD}x\u{FFFD}"),
        ("a\u{0}b", "a\u{FFFD}b"), ("a\u{8}b", "a\u{FFFD}b"), ("x\u{1B}]0;title\u{7}", "x\u{FFFD}]0;title\u{FFFD}"),
        ("\u{200F}سلام", "\u{FFFD}سلام"), ("👩‍🚀", "👩‍🚀"), ("\u{85}x", "|x"), ("a\rb", "a|b"), ("a\u{C}b", "a|b"),
    ]

    @Test(arguments: hostile) func `wrapped text shows control characters as U+FFFD`(
        _ row: (text: String, shown: String)
    ) {
        let lines = Wrapping.lines([Span(row.text)], width: 80).map(\.text)
        #expect(lines.joined(separator: "|") == row.shown)
    }

    @Test func `wrapped text limits the number of marks on a letter`() {
        let text = "a" + String(repeating: "\u{301}", count: 100_000)
        let line = Wrapping.lines([Span(text)], width: 80).next()
        #expect((line?.text.unicodeScalars.count ?? .max) <= 32)
    }
}
