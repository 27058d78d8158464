@_spi(Host) import ModuleKit
import Testing

@testable import App

@Suite(.timeLimit(.minutes(2))) struct `The text of a value` {
    /// The JSON of a value, its text, and its text on one line.
    static let rows: [(json: String, text: String, line: String)] = [
        (#""plain\ntext""#, "plain\ntext", "plain text"), ("7", "7", "7"), ("0.5", "0.5", "0.5"),
        ("true", "true", "true"),
        ("null", "none", "none"), ("[]", "none", "none"), ("{}", "none", "none"),
        (#"["a","b"]"#, "a\nb", "a, b"),
        (#"{"b":1,"a":"x"}"#, "a: x\nb: 1", "a: x, b: 1"),
        (
            #"{"user":{"id":"lin","name":"林晓"},"tags":["a","b"],"last":null}"#,
            "last: none\ntags: a, b\nuser.id: lin\nuser.name: 林晓",
            "last: none, tags: a, b, user.id: lin, user.name: 林晓"
        ),
        (
            #"[{"id":1,"at":{"city":"上海"}},{"id":20,"more":true}]"#, "at.city  id  more\n上海     1\n         20  true",
            #"[{"at":{"city":"上海"},"id":1},{"id":20,"more":true}]"#
        ),
        (#"{"homes":[{"id":1}],"count":1}"#, "count: 1\nhomes:\n  id\n  1", #"count: 1, homes: [{"id":1}]"#),
        (#"[{"id":1},"x"]"#, "id  value\n1\n    x", #"[{"id":1},"x"]"#),
        (#"{"a":"\u001b[2J\nb"}"#, "a: \u{FFFD}[2J b", "a: \u{FFFD}[2J b"),
    ]

    @Test(arguments: rows) func `a value is text for people with a name before each field, or one line`(
        _ row: (json: String, text: String, line: String)
    ) throws {
        let value = try ValueText(try Payload(json: Array(row.json.utf8)))
        #expect(value.text(width: nil) == row.text)
        #expect(value.line == row.line)
    }

    @Test func `a list of objects with too many different fields has a line for each instead of a table`() throws {
        let rows = (0..<2_000).map { "{\"key\($0)\":\($0)}" }
        let value = try ValueText(try Payload(json: Array("[\(rows.joined(separator: ","))]".utf8)))
        let lines: [String] = (0..<2_000).map { "key\($0): \($0)" }
        #expect(value.text(width: nil) == lines.joined(separator: "\n"))
    }

    @Test func `a list of objects with a long field has a line for each instead of a table`() throws {
        let long = String(repeating: "x", count: 100_000)
        let value = try ValueText(try Payload(json: Array("[{\"a\":1,\"b\":\"\(long)\"},{\"b\":\"y\",\"c\":2}]".utf8)))
        #expect(value.text(width: nil) == "a: 1, b: \(long)\nb: y, c: 2")
    }

    private struct Home: Codable {
        struct Place: Codable { var town = "杭州", area = "拱墅" }
        var title = "Studio"
        var rent = 2_900
        var place = Place()
        var id: Int?
    }

    @Test func `the fields of a type are in the order of its properties`() throws {
        #expect(
            try ValueText(Payload(Home())).text(width: nil)
                == "title: Studio\nrent: 2900\nplace.town: 杭州\nplace.area: 拱墅")
        let table = try ValueText(Payload([Home(), Home(id: 7)])).text(width: nil)
        #expect(table.split(separator: "\n").first == "title   rent  place.town  place.area  id")
        // Neither a dictionary nor the JSON of another process has an order of properties.
        #expect(try ValueText(Payload(["value": 1, "error": 2])).text(width: nil) == "error: 2\nvalue: 1")
        let written = Payload(written: Array(#"{"rent":1,"title":"x"}"#.utf8), type: "Home")
        #expect(try ValueText(written).text(width: nil) == "rent: 1\ntitle: x")
    }

    private struct Order: Codable, CustomStringConvertible {
        var number = 7
        var description: String { "Order \(number)\u{1B} is on its way" }
    }

    @Test func `a value with a description is printed as its description, not by its fields`() throws {
        #expect(try ValueText(Payload(Order())).text(width: nil) == "Order 7\u{FFFD} is on its way")
        #expect(try ValueText(Payload(["number": 7])).text(width: nil) == "number: 7")
    }

    @Test func `the text of a value without JSON is an error`() {
        #expect(throws: PayloadError.self) { try ValueText(Payload(object: Order())) }
    }
}
