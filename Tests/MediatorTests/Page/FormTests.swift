import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A form` {
    private static let choices = [Form.Choice("lin", "林晓"), Form.Choice("li", "Li")]

    /// A field, what is typed into it, and the JSON of the body.
    static let right: [(field: Form.Field, typed: String, json: String)] = [
        (.text("x"), "hello", #"{"x":"hello"}"#), (.text("x"), "", "{}"),
        (.text("x").initially("a"), "", #"{"x":"a"}"#),
        (.text("x").length(2...2), "👨‍👩‍👧‍👦é", #"{"x":"👨‍👩‍👧‍👦é"}"#),
        (.text("x").matching("[A-Z]{2}\\d+", hint: ""), "AB12", #"{"x":"AB12"}"#),
        (.text("x").matching("(a+)+$", hint: "unreadable"), "anything", #"{"x":"anything"}"#),
        (.secret("x").required(), " ", #"{"x":" "}"#), (.integer("x"), "-7", #"{"x":-7}"#),
        (.integer("x").within(1...3), "3", #"{"x":3}"#), (.number("x"), "1e3", #"{"x":1000}"#),
        (.boolean("x"), "Yes", #"{"x":true}"#), (.boolean("x"), "n", #"{"x":false}"#),
        (.choice("x", nil, choices), "lin", #"{"x":"lin"}"#), (.choice("x", nil, choices), "林晓", #"{"x":"lin"}"#),
    ]

    @Test(arguments: right) func `a form makes a body of its typed values`(
        _ row: (field: Form.Field, typed: String, json: String)
    ) throws {
        let form = Form("Form", calling: "app://form", fields: [row.field])
        let body = try form.filled(with: ["x": row.typed])
        #expect(String(decoding: try body.json(), as: UTF8.self) == row.json)
    }

    /// A field, what is typed into it, and what is said of it.
    static let wrong: [(field: Form.Field, typed: String, says: String)] = [
        (.text("x", "Name").required(), "", "\"Name\" is empty; type something"),
        (.text("x").length(2...3), "a", "\"x\" has the length 1; type 2 to 3 characters"),
        (.text("x").length(2...3), "abcd", "\"x\" has the length 4; type 2 to 3 characters"),
        (.text("x").matching("\\d{4}", hint: "a year"), "26", "\"x\" is \"26\"; type a year"),
        (.text("x").then { $0.pattern = "a" }, "b", "\"x\" is \"b\"; type what looks like a"),
        (.secret("x").matching("\\d+", hint: "digits"), "hunter2", "\"x\" is \"***\"; type digits"),
        (.integer("x"), "1.5", "\"x\" is \"1.5\"; type a whole number"),
        (.integer("x"), "99999999999999999999", "\"x\" is \"99999999999999999999\"; type a whole number"),
        (.integer("x").within(1...9), "0", "\"x\" is 0; type a number of 1 to 9"),
        (.number("x"), "nan", "\"x\" is \"nan\"; type a number"),
        (.number("x"), "inf", "\"x\" is \"inf\"; type a number"),
        (.number("x").then { $0.maximum = 1 }, "2", "\"x\" is 2; type a number of at most 1"),
        (.boolean("x"), "maybe", "\"x\" is \"maybe\"; type yes or no"),
        (.choice("x", "User", choices), "bob", "\"User\" is \"bob\"; type one of: lin, li"),
        (.choice("x", nil, []), "bob", "\"x\" is \"bob\"; type one of: "),
        (.text("x").length(0...9), String(repeating: "y", count: 200), "\"x\" has the length 200"),
        (.integer("x"), String(repeating: "y", count: 200), String(repeating: "y", count: 80) + "…\"; type"),
    ]

    @Test(arguments: wrong) func `a form tells why a value is wrong, and the values to type`(
        _ row: (field: Form.Field, typed: String, says: String)
    ) {
        let form = Form("Form", calling: "app://form", fields: [row.field])
        #expect {
            try form.filled(with: ["x": row.typed])
        } throws: { error in
            "\(error)".contains(row.says)
        }
    }

    @Test func `a form names the first fault in its own order`() {
        let form = Form("Form", calling: "app://form", fields: [.text("b").required(), .text("a").required()])
        #expect(throws: FormFault.missing(field: "b")) { try form.filled(with: [:]) }
        #expect(throws: FormFault.unknownField("c", known: ["b", "a"])) { try form.filled(with: ["c": ""]) }
    }

    enum Message: Codable, Equatable {
        case search(city: String, rooms: Int?)
    }

    @Test func `a form gives its values as a typed event`() throws {
        let form = Form("Search", sending: "search", fields: [.text("city"), .integer("rooms")])
        let message = try form.filled(with: ["city": "上海"])
        #expect(try message.decode(as: Message.self) == .search(city: "上海", rooms: nil))
    }
}
