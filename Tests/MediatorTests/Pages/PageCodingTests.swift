import Foundation
@_spi(Host) import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A page as JSON` {
    /// Every kind of element, plain and with all its options.
    static let elements: [PageElement] = [
        .heading(Heading("Today")), .heading(Heading("Today").with(style: .warning)),
        .text(Text("Everything must go.")), .text(Text("").with(style: "unheard of")),
        .field(Field("Until", "Sunday")), .field(Field("Until", "Sunday").with(style: .strong)),
        .link(Link("Homes", to: "app://rent/list")),
        .image(Image("The kitchen", at: "https://a.example/kitchen.jpg")),
        .list(List([List.Item("One"), List.Item("Two", to: "app://two").then { $0.detail = "The second" }])),
        .list(List([List.Item("One").then { $0.message = Payload(["select": 1]) }])),
        .table(
            Table(
                ["Home", .trailing("Rent")], rows: [Table.Row(["A", "1"], to: "app://a"), Table.Row(["B"], id: "b")])),
        .form(Form("Log in", calling: "app://login", then: .show) { SecretField("password").required().length(1...8) }),
        .form(
            Form("Search", calling: "app://search", then: .open(url: "app://next")) {
                TextField("code", "Code").matching("[A-Z]{2}", hint: "two letters")
                IntegerField("rooms").within(1...9)
                NumberField("rent").initially(1.5)
                BooleanField("pets")
                ChoiceField("city", "City", [Form.Choice("sh", "上海")])
            }),
        .form(Form("Search", sending: "search") { TextField("city") }),
        .progress(ProgressBar("Loading")), .progress(ProgressBar("Loading", fraction: 0.5).with(style: .success)),
        .action(Action("Delete", calling: "app://delete", then: .dismiss)),
        .action(Action("Refresh", sending: ["refresh": [String: Int]()]).stored),
        .container(Container { Text("Inside") }),
        .container(
            Container("prices", sendingTo: "app://prices/message") { Container { Text("Deep") } }
                .failed("no answer", retry: Action("Try again", calling: "app://prices"))
                .makeLayout(.indented(by: 4))),
        .container(Container("map") {}.offline()), .container(Container("map") {}.loading()),
    ]

    @Test(arguments: elements) func `a page is decoded from its JSON as an equal page`(_ element: PageElement) throws {
        let page = Page("Page") { element }
        let json = try JSONEncoder().encode(page)
        #expect(try JSONDecoder().decode(Page.self, from: json) == page)
        #expect(try JSONDecoder().decode(Page.self, from: try JSONEncoder().encode(Page("Page") { element })) == page)
    }

    /// Elements in the form without styles, and the decoded elements.
    static let old: [(json: String, element: PageElement)] = [
        (#"{"kind":"heading","text":"Today"}"#, .heading(Heading("Today"))),
        (#"{"kind":"text","text":"Go"}"#, .text(Text("Go"))),
        (#"{"kind":"field","name":"Until","value":"Sunday"}"#, .field(Field("Until", "Sunday"))),
        (#"{"kind":"link","title":"Homes","url":"app://rent/list"}"#, .link(Link("Homes", to: "app://rent/list"))),
    ]

    /// Elements with numbers out of bounds, and the decoded elements.
    static let bounded: [(json: String, element: PageElement)] = [
        (#"{"kind":"progress","title":"a","fraction":7}"#, .progress(ProgressBar("a", fraction: 1))),
        (
            #"{"kind":"container","layout":{"indent":9223372036854775807,"width":-9223372036854775808},"elements":[]}"#,
            .container(
                Container {}.then {
                    $0.layout.indent = 10_000
                    $0.layout.width = 0
                })
        ),
        (
            #"{"kind":"form","title":"a","fields":[{"name":"b","minlength":-1,"maxlength":9223372036854775807}]}"#,
            .form(Form("a") { TextField("b").length(0...1_000_000) })
        ),
    ]

    @Test(arguments: bounded) func `numbers in the JSON of a page are limited to their bounds`(
        _ row: (json: String, element: PageElement)
    ) throws {
        #expect(try Self.page(row.json).elements == [row.element])
    }

    @Test(arguments: old) func `the JSON of a page from an older version is decoded`(
        _ row: (json: String, element: PageElement)
    ) throws {
        #expect(try Self.page(row.json).elements == [row.element])
    }

    /// Elements of a newer version, and the decoded elements.
    static let newer: [(json: String, element: PageElement)] = [
        (#"{"kind":"chart","points":[1,2]}"#, .unknown(UnknownElement(kind: "chart"))),
        (#"{"kind":"chart","fallback":"3 homes"}"#, .unknown(UnknownElement(kind: "chart", fallback: "3 homes"))),
        (#"{"kind":"text","text":"a","size":3}"#, .text(Text("a"))),
        (#"{"kind":"container","elements":[],"state":"locked"}"#, .container(Container {}.failed(unknownState))),
        (#"{"kind":"container","elements":[],"layout":{"axis":"depth"}}"#, .container(Container {})),
        (#"{"kind":"container"}"#, .container(Container {})),
        (
            #"{"kind":"table","columns":[{"title":"a","alignment":"justified"}],"rows":[]}"#,
            .table(Table([Table.Column("a").aligned(.leading)], rows: []))
        ),
        (
            #"{"kind":"form","title":"a","fields":[{"name":"b","kind":"colour"}]}"#,
            .form(Form("a") { TextField("b") })
        ),
        (
            #"{"kind":"action","title":"a","url":"app://a","completion":"vanish"}"#,
            .action(Action("a", calling: "app://a", then: .show))
        ),
    ]

    private static let unknownState = "its state \"locked\" is not known here"

    @Test(arguments: newer) func `the JSON of a page from a newer version is decoded with defaults for unknown parts`(
        _ row: (json: String, element: PageElement)
    ) throws {
        #expect(try Self.page(row.json).elements == [row.element])
    }

    @Test func `the JSON of a page keeps the kind and the fallback of an unknown element`() throws {
        let json = #"{"elements":[{"fallback":"3 homes","kind":"chart"}],"title":""}"#
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let page = try JSONDecoder().decode(Page.self, from: Data(json.utf8))
        #expect(String(decoding: try encoder.encode(page), as: UTF8.self) == json)
    }

    /// Elements with missing or invalid fields, and a part of the error.
    static let faults: [(json: String, place: String)] = [
        (#"{"kind":"text"}"#, #""page.elements.0.text" is missing"#),
        (#"{"kind":"text","text":1}"#, #""page.elements.0.text" is not of type String"#),
        (#"{"kind":7}"#, #""page.elements.0.kind" is not of type String"#),
        (#"{"text":"a"}"#, #""page.elements.0.kind" is missing"#),
        (#"{"kind":"list","items":[{}]}"#, #""page.elements.0.items.0.title" is missing"#),
        (#"{"kind":"table","columns":[],"rows":[{"cells":[1]}]}"#, "page.elements.0.rows.0.cells.0"),
        (#"{"kind":"container","elements":[{"kind":"text"}]}"#, #""page.elements.0.elements.0.text" is missing"#),
        (#"{"kind":"form","title":"a","fields":[{}]}"#, #""page.elements.0.fields.0.name" is missing"#),
        (#"{"kind":"form","title":"a","fields":[{"name":"b"},{"name":"b"}]}"#, "page.elements.0.fields"),
        (#"{"kind":"form","title":"a","fields":[{"name":"b"},{"name":"b"}]}"#, #"two fields are named "b""#),
    ]

    @Test(arguments: faults) func `invalid JSON of a page is refused with the place of the fault`(
        _ row: (json: String, place: String)
    ) {
        let json = #"{"kind":"page","page":{"title":"x","elements":[\#(row.json)]}}"#
        #expect {
            try Resolution(json: Array(json.utf8), from: "server")
        } throws: { error in
            "\(error)".contains(row.place)
        }
    }

    @Test(arguments: [(16, true), (17, false), (500, false)])
    func `the JSON of a page may be nested up to 16 levels`(depth: Int, isRead: Bool) throws {
        let json =
            String(repeating: #"{"kind":"container","elements":["#, count: depth)
            + String(repeating: "]}", count: depth)
        if isRead {
            #expect(try Self.page(json).elements.count == 1)
        } else {
            #expect(throws: DecodingError.self) { try Self.page(json) }
        }
    }

    @Test func `the JSON of a page may omit the title`() throws {
        #expect(try JSONDecoder().decode(Page.self, from: Data(#"{"elements":[]}"#.utf8)) == Page("") {})
    }

    private static func page(_ element: String) throws -> Page {
        try JSONDecoder().decode(Page.self, from: Data(#"{"title":"x","elements":[\#(element)]}"#.utf8))
    }
}

extension Table.Column {
    fileprivate func aligned(_ alignment: Alignment) -> Table.Column {
        var column = self
        column.alignment = alignment
        return column
    }
}

extension Form {
    fileprivate init(_ title: String, @DeclarationsBuilder<Field> fields: () -> [Field]) {
        self.init(title, sending: "", fields: fields)
        message = nil
    }
}
