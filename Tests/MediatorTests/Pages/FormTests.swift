@_spi(Host) import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A form` {
    private static let choices = [Form.Choice("lin", "林晓"), Form.Choice("li", "Li")]

    /// A field, the typed text, and the JSON of the body.
    static let right: [(field: Form.Field, typed: String, json: String)] = [
        (TextField("x").field, "hello", #"{"x":"hello"}"#), (TextField("x").field, "", "{}"),
        (TextField("x").initially("a").field, "", #"{"x":"a"}"#),
        (TextField("x").length(2...2).field, "👨‍👩‍👧‍👦é", #"{"x":"👨‍👩‍👧‍👦é"}"#),
        (TextField("x").matching("[A-Z]{2}\\d+", hint: "").field, "AB12", #"{"x":"AB12"}"#),
        (TextField("x").matching("(a+)+$", hint: "unreadable").field, "anything", #"{"x":"anything"}"#),
        (SecretField("x").required().field, " ", #"{"x":" "}"#), (IntegerField("x").field, "-7", #"{"x":-7}"#),
        (IntegerField("x").within(1...3).field, "3", #"{"x":3}"#), (NumberField("x").field, "1e3", #"{"x":1000}"#),
        (BooleanField("x").field, "Yes", #"{"x":true}"#), (BooleanField("x").field, "n", #"{"x":false}"#),
        (ChoiceField("x", nil, choices).field, "lin", #"{"x":"lin"}"#),
        (ChoiceField("x", nil, choices).field, "林晓", #"{"x":"lin"}"#),
    ]

    @Test(arguments: right) func `a form converts its typed values to a body`(
        _ row: (field: Form.Field, typed: String, json: String)
    ) throws {
        let form = Form("Form", calling: "app://form") { row.field }
        let body = try form.filled(with: ["x": row.typed])
        #expect(String(decoding: try body.json(), as: UTF8.self) == row.json)
    }

    /// A field, the typed text, and a part of the fault.
    static let wrong: [(field: Form.Field, typed: String, says: String)] = [
        (TextField("x", "Name").required().field, "", "\"Name\" is empty; type something"),
        (TextField("x").length(2...3).field, "a", "\"x\" has the length 1; type 2 to 3 characters"),
        (TextField("x").length(2...3).field, "abcd", "\"x\" has the length 4; type 2 to 3 characters"),
        (TextField("x").matching("\\d{4}", hint: "a year").field, "26", "\"x\" is \"26\"; type a year"),
        (TextField("x").then { $0.pattern = "a" }.field, "b", "\"x\" is \"b\"; type a text that matches a"),
        (SecretField("x").matching("\\d+", hint: "digits").field, "hunter2", "\"x\" is \"***\"; type digits"),
        (IntegerField("x").field, "1.5", "\"x\" is \"1.5\"; type a whole number"),
        (IntegerField("x").field, "99999999999999999999", "\"x\" is \"99999999999999999999\"; type a smaller number"),
        (IntegerField("x").within(1...9).field, "0", "\"x\" is 0; type a number of 1 to 9"),
        (NumberField("x").field, "nan", "\"x\" is \"nan\"; type a number"),
        (NumberField("x").field, "inf", "\"x\" is \"inf\"; type a number"),
        (NumberField("x").then { $0.maximum = 1 }.field, "2", "\"x\" is 2; type a number of at most 1"),
        (BooleanField("x").field, "maybe", "\"x\" is \"maybe\"; type yes or no"),
        (ChoiceField("x", "User", choices).field, "bob", "\"User\" is \"bob\"; type one of: lin, li"),
        (ChoiceField("x", nil, []).field, "bob", "\"x\" is \"bob\"; type one of: "),
        (TextField("x").length(0...9).field, String(repeating: "y", count: 200), "\"x\" has the length 200"),
        (IntegerField("x").field, String(repeating: "y", count: 200), String(repeating: "y", count: 80) + "…\"; type"),
    ]

    @Test(arguments: wrong) func `a form reports why a value is wrong, and the values to type`(
        _ row: (field: Form.Field, typed: String, says: String)
    ) {
        let form = Form("Form", calling: "app://form") { row.field }
        #expect {
            try form.filled(with: ["x": row.typed])
        } throws: { error in
            "\(error)".contains(row.says)
        }
    }

    /// Fields with bounds, which a sample has to keep.
    static let bounded: [Form.Field] = [
        TextField("x").required().field, TextField("x").length(30...40).required().field,
        SecretField("x").required().field, IntegerField("x").within(5...9).required().field,
        NumberField("x").within(0.5...0.9).required().field, NumberField("x").within(1e30...1e31).required().field,
        ChoiceField("x", nil, choices).required().field,
    ]

    @Test(arguments: bounded) func `a sample fits the bounds of its field`(_ field: Form.Field) throws {
        let form = Form("Form", calling: "app://form") { field }
        _ = try form.filled(with: form.samples)
    }

    @Test func `the initial value of a field is its sample`() {
        var field = TextField("x").field
        field.initial = "given"
        #expect(Form("Form", calling: "app://form") { field }.samples.isEmpty)
    }

    @Test func `a form names the first fault in the order of its fields, or an unknown field`() {
        let form = Form("Form", calling: "app://form") { for name in ["b", "a"] { TextField(name).required() } }
        #expect(throws: FormFault("\"b\" is empty; type something")) { try form.filled(with: [:]) }
        #expect(throws: FormFault("there is no field \"c\"; fill in: b, a")) { try form.filled(with: ["c": ""]) }
    }

    enum Message: Codable, Equatable {
        case search(city: String, rooms: Int?)
    }

    @Test func `the values of a form are decoded as a typed message`() throws {
        let form = Form("Search", sending: "search") {
            TextField("city")
            IntegerField("rooms")
        }
        let message = try form.filled(with: ["city": "上海"])
        #expect(try message.decode(as: Message.self) == .search(city: "上海", rooms: nil))
    }
}
