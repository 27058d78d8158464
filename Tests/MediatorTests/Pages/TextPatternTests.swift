@_spi(Host) import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A text pattern` {
    static let rows: [(pattern: String, matches: [String], others: [String])] = [
        ("", [""], ["a"]), ("abc", ["abc"], ["ab", "abcd", "ABC"]),
        ("a?b*c+", ["c", "abbbc", "ccc"], ["", "ab", "aac"]),
        ("[A-Z]{2}[0-9]{4,6}", ["AB1234", "AB123456"], ["AB123", "AB1234567", "A1234"]),
        ("\\d{3,}", ["123", "123456"], ["12", "12a", "１２３"]), ("\\w+", ["a_1"], ["", "a-b", "é"]),
        (".{2}", ["ab", "房子"], ["a", "abc"]), ("[^a-c]", ["d", "é"], ["a", ""]), ("[a-]", ["a", "-"], ["b"]),
        ("[\\d.]+", ["1.5"], ["1,5"]), ("\\.\\[\\\\", [".[\\"], ["a[\\"]), ("a*a*a*b", ["b", "aaab"], ["aaa"]),
        ("[一-龥]+", ["房子"], ["house"]), ("a{0}b", ["b"], ["ab"]),
    ]

    @Test(arguments: rows) func `a text pattern has to match the whole text`(
        _ row: (pattern: String, matches: [String], others: [String])
    ) throws {
        let pattern = try #require(TextPattern(row.pattern))
        for text in row.matches { #expect(pattern.matches(text), "\(text)") }
        for text in row.others { #expect(!pattern.matches(text), "\(text)") }
    }

    @Test(arguments: [
        "(a)", "a|b", "^a", "a$", "[", "[]", "[a", "[z-a]", "a{", "a{x}", "a{2,1}", "a{1,", "a{9999999}", "*a", "a**",
        "\\", "]", "}",
    ]) func `a text pattern that is malformed or has unsupported syntax is refused`(_ text: String) {
        #expect(TextPattern(text) == nil)
    }

    @Test func `a text pattern has at most 1,000 characters, so that it cannot keep the host busy`() throws {
        #expect(TextPattern(String(repeating: ".*", count: 500))?.matches("any") == true)
        #expect(TextPattern(String(repeating: ".*", count: 501)) == nil)
        #expect(TextPattern(String(repeating: ".*", count: 400_000)) == nil)
    }

    @Test func `a text pattern that could match in many ways does not take exponential time`() throws {
        let pattern = try #require(TextPattern(String(repeating: "a*", count: 200) + "b"))
        #expect(!pattern.matches(String(repeating: "a", count: 20_000)))
    }
}
