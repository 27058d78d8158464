import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(2))) struct `An escaped text` {
    /// A text, and the text with `''` for `'` and `\n` for a line feed.
    static let rows = [
        ("", ""), ("plain", "plain"), ("a'b", "a''b"), ("'", "''"), ("a\nb", "a\\nb"), ("\r\n", "\r\\n"),
        // A mark is also escaped if an accent joins it into one character.
        ("'\u{301}x", "''\u{301}x"),
    ]

    @Test(arguments: rows)
    func `an escaped text has replacements for its marks`(_ text: String, _ escaped: String) {
        let found = text.escaping(["'": "''", "\n": "\\n"])
        #expect(Array(found.unicodeScalars) == Array(escaped.unicodeScalars))
    }

    @Test func `a quotation mark with an accent does not end a quoted shell argument`() {
        #expect(Array(ShellWords.quote("'\u{301}; ls").utf8) == Array("''\\''\u{301}; ls'".utf8))
    }
}
