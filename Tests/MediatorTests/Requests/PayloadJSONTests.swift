import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A JSON body` {
    @Test(arguments: [
        (" \t\r\n1 ", "1"), ("\u{FEFF}1", "1"), ("\u{FEFF} []", "[]"), ("-0", "0"), ("-0.0", "-0"), ("0.5e+1", "5"),
        ("1E2", "100"),
        ("170141183460469231731687303715884105727", "170141183460469231731687303715884105727"),
        ("[]", "[]"), ("[ ]", "[]"), ("{ }", "{}"), ("[1,[2,{}],null,true,false]", "[1,[2,{}],null,true,false]"),
        (#"{"a":1,"b":2,"a":3}"#, #"{"a":3,"b":2}"#), (#""\"\\\/\b\f\n\r\t""#, #""\"\\/\b\f\n\r\t""#),
        (#""\u00e9\uD83D\uDE00\u4E00""#, #""é😀一""#), (#""é😀""#, #""é😀""#), (#"{"":""}"#, #"{"":""}"#),
    ]) func `a JSON body is parsed and written in one form`(_ text: String, _ written: String) throws {
        #expect(String(decoding: try Payload(json: Array(text.utf8)).json(), as: UTF8.self) == written)
    }

    @Test(arguments: [
        ("", "column 1 is not a value"), ("tru", "column 1 is not a value"), ("nul", "column 1 is not a value"),
        ("1 2", "column 3 is not the end"),
        ("\u{FEFF}", "column 4 is not a value"), ("\u{FEFF}\u{FEFF}1", "column 4 is not a value"),
        ("01", "column 2 is not the end"), ("-", "column 2 is not a digit"),
        ("1.", "column 3 is not a digit"), (".5", "column 1 is not a value"), ("1e", "column 3 is not a digit"),
        ("+1", "column 1 is not a value"), ("1e999", "the number at column 1 is too large"),
        ("[1,]", "column 4 is not a value"), ("[1 2]", "column 4 is not a comma or ]"),
        ("[", "column 2 is not a value"),
        ("{\"a\"}", "column 5 is not a colon"), ("{a:1}", "column 2 is not a name in quotes"),
        ("{\"a\":1,}", "column 8 is not a name in quotes"), ("{\"a\":1", "column 7 is not a comma or }"),
        ("\"a", "column 3 is not a closing quote"), ("\"\\x\"", "column 3 is not an escape"),
        ("\"\\", "column 3 is not an escape"),
        ("\"\\u12\"", "column 4 is not four hexadecimal digits"),
        ("\"\\u+123\"", "column 4 is not four hexadecimal digits"),
        ("\"\\uD800\"", "column 4 is not a character"), ("\"\\uDC00\"", "column 4 is not a character"),
        ("\"\\uD800\\u0041\"", "column 4 is not a character"),
        ("\"a\nb\"", "column 3 is not a character that a string may contain"),
        ("NaN", "column 1 is not a value"),
        ("'a'", "column 1 is not a value"),
    ]) func `a JSON body that cannot be read is refused with the column of the fault`(_ text: String, _ reason: String)
    {
        #expect(throws: PayloadError.invalidJSON(reason: reason)) { try Payload(json: Array(text.utf8)) }
    }

    @Test func `a JSON body must be UTF-8`() {
        #expect(throws: PayloadError.invalidJSON(reason: "the text at column 2 is not UTF-8")) {
            try Payload(json: [0x22, 0xC0, 0x80, 0x22])
        }
        #expect(throws: PayloadError.self) { try Payload(json: [0xFF]) }
    }

    @Test(arguments: ["[", #"{"a":"#]) func `a JSON body deeper than 512 levels is refused`(_ level: String) throws {
        let end = level == "[" ? "]" : "}"
        func nested(_ levels: Int) -> [UInt8] {
            Array((String(repeating: level, count: levels) + "1" + String(repeating: end, count: levels)).utf8)
        }
        #expect(throws: Never.self) { try Payload(json: nested(512)) }
        #expect(throws: PayloadError.self) { try Payload(json: nested(513)) }
        #expect(throws: PayloadError.self) { try Payload(json: nested(100_000)) }
    }

    /// Each part of the text is a value or an error; the test is that none of them crashes.
    @Test func `parsing a JSON body that is cut off anywhere does not crash`() {
        let text = Array(#"{"a":[1,-2.5e3,"\u00e9\n",null,{"b":true}],"一":"😀"}"#.utf8)
        for start in text.indices {
            for end in start..<text.count { _ = try? Payload(json: Array(text[start..<end])) }
        }
    }
}
