import Testing

@testable import App
@testable import Platform

@Suite(.timeLimit(.minutes(2))) struct `A line of the shell` {
    static let rows: [(line: String, words: [String])] = [
        ("", []),
        ("   ", []),
        ("a b", ["a", "b"]),
        ("  a\t b ", ["a", "b"]),
        ("'a b' c", ["a b", "c"]),
        ("\"a b\"c", ["a bc"]),
        ("''", [""]),
        (#"a\ b"#, ["a b"]),
        (#""a\"b""#, ["a\"b"]),
        (#"'a\b'"#, [#"a\b"#]),
        (#"call x --body '{"a":"b c"}'"#, ["call", "x", "--body", #"{"a":"b c"}"#]),
        ("a\\", ["a\\"]),
        ("北京 '上 海'", ["北京", "上 海"]),
        ("北京\u{3000}上海\r\nx", ["北京", "上海", "x"]),
        (#"\é\👩‍🚀"#, ["é👩‍🚀"]),
        ("''\\''\u{301}; ls'", ["'\u{301}; ls"]),
    ]

    @Test(arguments: rows) func `a line of the shell is split into words`(_ row: (line: String, words: [String]))
        throws
    {
        #expect(try ShellWords.split(row.line) == row.words)
    }

    @Test(arguments: [("'a", 1), ("a \"b", 3), ("'a' 'b", 5), ("北é👩‍🚀 'b", 5)])
    func `a line of the shell with an open quotation mark is refused`(
        _ line: String, _ column: Int
    ) {
        let error = Failure(usage: "the quotation mark at column \(column) is not closed; close it")
        #expect(throws: error) { try ShellWords.split(line) }
    }
}
