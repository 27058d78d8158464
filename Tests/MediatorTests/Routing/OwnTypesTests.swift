@_spi(Host) import ModuleTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A module's parameter type` {
    private static let code = ParameterType("code", characters: .digits.union(CharacterClass("ABC")), length: 3...4)
    private static let size = ParameterType("size", alternatives: ["S", "M", "", "拱墅"])
    private static let name = ParameterType("name", characters: .letters.union(.nonASCII), length: 0...6)

    private static func register(
        _ patterns: [String], _ types: [ParameterType], owner: String = "Shop", in mediator: Switchboard
    ) throws {
        try mediator.register(patterns.map(Board.echo), owner: owner, types: types)
    }

    static let rows: [(url: String, answer: String)] = [
        ("/item/123", "/item/:a<code> a=123"),
        ("/item/12AB", "/item/:a<code> a=12AB"),
        ("/item/%41BC", "/item/:a<code> a=ABC"),
        ("/item/12", "/item/*rest rest=12"),
        ("/item/12345", "/item/*rest rest=12345"),
        ("/item/12D", "/item/*rest rest=12D"),
        ("/item/12a", "/item/*rest rest=12a"),
        ("/item/S", "/item/:b<size> b=S"),
        ("/item/%E6%8B%B1%E5%A2%85", "/item/:b<size> b=拱墅"),
        ("/item/拱墅", "/item/:b<size> b=拱墅"),
        ("/item/s", "/item/*rest rest=s"),
        ("/item/", "/item"),
        ("/shelf/v123.json", "/shelf/v:a<code>.json a=123"),
        ("/shelf/v12.json", "/*rest rest=shelf/v12.json"),
        ("/person/a", "/person/:a<name> a=a"),
        ("/person/名字", "/person/:a<name> a=名字"),
        ("/person/名字a", "/*rest rest=person/名字a"),
        ("/person/a1", "/*rest rest=person/a1"),
        ("/person/", "/*rest rest=person"),
    ]

    @Test(arguments: rows)
    func `a module's parameter type accepts a value by its characters and bytes, or by alternatives`(
        _ row: (url: String, answer: String)
    ) async throws {
        let patterns = [
            "/item", "/item/:a<code>", "/item/:b<size>", "/item/*rest", "/shelf/v:a<code>.json", "/person/:a<name>",
            "/*rest",
        ]
        let mediator = Switchboard(navigator: RecordingNavigator())
        try Self.register(patterns, [Self.code, Self.size, Self.name], in: mediator)
        #expect(try await mediator.call(RouteURL(row.url), as: String.self, origin: .shell) == row.answer)
    }

    /// Two types, and whether a value may be of both.
    static let pairs: [(first: ParameterType, second: ParameterType, isConflict: Bool)] = [
        (type("x", .digits, 1...3), type("y", .digits, 3...5), true),
        (type("x", .digits, 1...2), type("y", .digits, 3...5), false),
        (type("x", .digits, 1...3), type("y", .letters, 1...3), false),
        (type("x", .digits.union(.nonASCII), 1...3), type("y", .letters.union(.nonASCII), 1...3), true),
        (type("x", .any, 1...3), type("y", CharacterClass("~"), 2...2), true),
        (ParameterType("x", alternatives: ["S", "M"]), ParameterType("y", alternatives: ["M", "L"]), true),
        (ParameterType("x", alternatives: ["S", "M"]), ParameterType("y", alternatives: ["XS", "L"]), false),
        (ParameterType("x", alternatives: ["S", ""]), ParameterType("y", alternatives: ["", "L"]), false),
    ]

    private static func type(
        _ name: String, _ characters: CharacterClass, _ length: ClosedRange<Int>
    ) -> ParameterType { ParameterType(name, characters: characters, length: length) }

    @Test(arguments: pairs) func `routes with two parameter types conflict if a value may be of both`(
        _ pair: (first: ParameterType, second: ParameterType, isConflict: Bool)
    ) throws {
        let mediator = Switchboard(navigator: RecordingNavigator())
        try Self.register(["/item/:a<x>"], [pair.first], in: mediator)
        let register = { try Self.register(["/item/:b<y>"], [pair.second], owner: "Other", in: mediator) }
        if pair.isConflict {
            let error = #expect(throws: RegistrationError.self) { try register() }
            #expect("\(try #require(error))".contains("matches the same URLs as Shop's /item/:a<x>"))
        } else {
            try register()
        }
    }

    @Test func `a module's parameter type is not known to other modules`() throws {
        let mediator = Switchboard(navigator: RecordingNavigator())
        try Self.register(["/item/:a<code>"], [Self.code], in: mediator)
        let error = #expect(throws: RegistrationError.self) {
            try Self.register(["/other/:a<code>"], [], owner: "Other", in: mediator)
        }
        #expect("\(try #require(error))".contains("code"))
    }
}
