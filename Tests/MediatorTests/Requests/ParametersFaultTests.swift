import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The faults of parameters` {
    enum Color: String, Decodable, CaseIterable, Sendable { case red, green }
    /// A type without a placeholder.
    enum Hidden: String, Decodable, Sendable { case one }

    struct Address: Decodable, Sendable {
        let street: String
        let number: Int
    }

    struct Order: Decodable, Sendable {
        let id: Int
        let name: String
        let isGift: Bool
        let price: Double
        let color: Color
        let tag: [Int]
        let address: Address
        let note: Int?
        let limits: [String: Int]
    }

    static let url =
        "/x?id=x&isGift=yes&price=nan&color=blue&tag=1&tag=b&tag=3&tag=d&address.number=n&note=?&limits.b=2&limits.a=z"

    static let faults: [ParameterError] = [
        .mistyped(name: "id", found: "x", expected: "Int"),
        .missing(name: "name", expected: "String"),
        .mistyped(name: "isGift", found: "yes", expected: "Bool (true or false)"),
        .mistyped(name: "price", found: "nan", expected: "Double (a finite number)"),
        .mistyped(name: "color", found: "blue", expected: "one of: red, green"),
        .mistyped(name: "tag", found: "b", expected: "Int"),
        .mistyped(name: "tag", found: "d", expected: "Int"),
        .missing(name: "address.street", expected: "String"),
        .mistyped(name: "address.number", found: "n", expected: "Int"),
        .mistyped(name: "note", found: "?", expected: "Int"),
        .mistyped(name: "limits.a", found: "z", expected: "Int"),
    ]

    @Test func `all faults are found, each with its name, its value and the expected type`() async throws {
        let error = try await ParametersSample(Self.url).error(decoding: Order.self)
        #expect(error == ParametersError(Self.faults))
    }

    struct Bracketed: Decodable, Sendable {
        let id: Int?
        let tag: [String]?
        let limits: [String: Int]?
    }

    /// Names in the form of PHP and Rails, for a list, an object, a number and an unknown property.
    static let bracketed: [(url: String, names: [String])] = [
        ("/x?tag[]=1", ["tag"]), ("/x?tag=1&tag[]=2", ["tag"]), ("/x?tag%5B0%5D=1", ["tag"]),
        ("/x?limits[a]=1", ["limits"]), ("/x?id[]=1&limits[a][b]=1", ["id", "limits"]), ("/x?other[]=1&[]=2", []),
    ]

    @Test(arguments: bracketed) func `a name with brackets is refused if the type has the property`(
        _ row: (url: String, names: [String])
    ) async throws {
        let faults = row.names.map { name in
            let written = RouteURL(row.url).query.last { $0.name.hasPrefix(name + "[") }?.name ?? ""
            let forms = "a list is \(name)=a&\(name)=b, and a part of an object is \(name).part=a"
            return ParameterError.refused(
                name: name, found: row.url.contains("tag=1") ? "1" : nil, reason: "the query has \(written): \(forms)")
        }
        if faults.isEmpty {
            _ = try await ParametersSample(row.url).decode(as: Bracketed.self)
        } else {
            #expect(try await ParametersSample(row.url).error(decoding: Bracketed.self) == ParametersError(faults))
        }
    }

    @Test func `a dictionary has the names of a query with and without brackets`() async throws {
        let texts = try await ParametersSample("/x?tag[]=1&b=2").decode(as: [String: String].self)
        #expect(texts == ["tag[]": "1", "b": "2"])
    }

    @Test func `a request without parameters reports every required name as missing`() async throws {
        let error = try await ParametersSample("/x").error(decoding: Order.self)
        #expect(error.isComplete)
        #expect(
            error.faults == [
                .missing(name: "id", expected: "Int"), .missing(name: "name", expected: "String"),
                .missing(name: "isGift", expected: "Bool (true or false)"),
                .missing(name: "price", expected: "Double (a finite number)"),
                .missing(name: "color", expected: "one of: red, green"), .missing(name: "tag", expected: "[Int]"),
                .missing(name: "address.street", expected: "String"), .missing(name: "address.number", expected: "Int"),
                .missing(name: "limits", expected: "[String: Int]"),
            ])
    }

    @Test func `all faults are found, whether in path, query or body`() async throws {
        let sample = try ParametersSample(
            "/x/first?price=1&name=n&isGift=1&color=red&limits.a=1", pattern: "/x/:id",
            json: #"{"price":"2","tag":[1,"b",null],"address":{"street":5},"note":null}"#)
        #expect(
            try await sample.error(decoding: Order.self)
                == ParametersError([
                    .mistyped(name: "id", found: "first", expected: "Int"),
                    .mistypedInBody(name: "price", found: #""2""#, expected: "Double (a finite number)"),
                    .mistypedInBody(name: "tag.1", found: #""b""#, expected: "Int"),
                    .mistypedInBody(name: "tag.2", found: "null", expected: "Int"),
                    .mistypedInBody(name: "address.street", found: "5", expected: "String"),
                    .missing(name: "address.number", expected: "Int"),
                ]))
    }

    @Test func `all faults are found, also inside the body's arrays`() async throws {
        let json = #"{"all":[{"street":"a"},{"number":"n"},{"street":"b","number":1},5]}"#
        let error = try await ParametersSample("/x", json: json).error(decoding: [String: [Address]].self)
        #expect(
            error
                == ParametersError([
                    .missingInBody(name: "all.0.number", expected: "Int"),
                    .missingInBody(name: "all.1.street", expected: "String"),
                    .mistypedInBody(name: "all.1.number", found: #""n""#, expected: "Int"),
                    .mistypedInBody(name: "all.3", found: "5", expected: "Address"),
                ]))
    }

    @Test func `a fault that the type ignores is not reported`() async throws {
        struct Lenient: Decodable {
            let size: Int
            let id: Int
            enum CodingKeys: CodingKey { case size, id }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                size = (try? container.decode(Int.self, forKey: .size)) ?? 10
                id = try container.decode(Int.self, forKey: .id)
            }
        }
        let error = try await ParametersSample("/x?size=x&id=y").error(decoding: Lenient.self)
        #expect(error == ParametersError([.mistyped(name: "id", found: "y", expected: "Int")]))
        #expect(try await ParametersSample("/x?size=x&id=1").decode(as: Lenient.self).size == 10)
    }

    @Test func `a type's own rule is not reported for placeholders`() async throws {
        let error = try await ParametersSample("/x?from=x&to=-1").error(decoding: Span.self)
        #expect(error == ParametersError([.mistyped(name: "from", found: "x", expected: "Int")], isComplete: false))
        let refusal = try await ParametersSample("/x?from=1&to=-1").error(decoding: Span.self)
        #expect(
            refusal == ParametersError([.refused(name: "", found: nil, reason: "backwards(1, -1)")], isComplete: false))
    }

    struct Span: Decodable, Sendable {
        enum Failure: Error { case backwards(Int, Int) }
        let from: Int
        let to: Int
        enum CodingKeys: CodingKey { case from, to }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            from = try container.decode(Int.self, forKey: .from)
            to = try container.decode(Int.self, forKey: .to)
            guard from <= to else { throw Failure.backwards(from, to) }
        }
    }

    struct Partly: Decodable, Sendable {
        let id: Int
        let hidden: Hidden
        let after: Int
    }

    @Test func `faults are found up to the first value without a placeholder`() async throws {
        let error = try await ParametersSample("/x?id=x&hidden=two&after=y").error(decoding: Partly.self)
        #expect(
            error
                == ParametersError(
                    [
                        .mistyped(name: "id", found: "x", expected: "Int"),
                        .mistyped(name: "hidden", found: "two", expected: "Hidden"),
                    ], isComplete: false))
    }

    @Test func `faults are found before and after a value that can be left out`() async throws {
        struct Around: Decodable {
            let first: Partly?
            let all: [Hidden]
            let last: Int
        }
        let url = "/x?first.id=1&first.hidden=two&first.after=y&all=two&all=one&last=z"
        let error = try await ParametersSample(url).error(decoding: Around.self)
        #expect(
            error
                == ParametersError(
                    [
                        .mistyped(name: "first.hidden", found: "two", expected: "Hidden"),
                        .mistyped(name: "all", found: "two", expected: "Hidden"),
                        .mistyped(name: "last", found: "z", expected: "Int"),
                    ], isComplete: false))
    }

    @Test func `several faults are reported with their remedies, one per line`() async throws {
        let two = ParametersError([
            .mistyped(name: "max", found: "x", expected: "Int"), .missing(name: "city", expected: "String"),
        ])
        #expect(
            "\(two)" == """
                2 parameters do not fit:
                  1. parameter "max" is "x"; give a whole number
                  2. parameter "city" is missing; add ?city= with a text
                """)
        #expect("\(ParametersError([two.faults[0]]))" == "\(two.faults[0])")
        #expect(
            "\(ParametersError([two.faults[1]], isComplete: false))" == """
                parameter "city" is missing; add ?city= with a text
                  there may be more: correct these and ask again
                """)
    }

    static let texts: [(fault: ParameterError, text: String)] = [
        (.missing(name: "a.b", expected: "Int"), #"parameter "a.b" is missing; add ?a.b= with a whole number"#),
        (.missingBody(expected: "[Int]"), "the body is missing; send JSON for [Int]"),
        (.mistyped(name: "a", found: "b", expected: "Int"), #"parameter "a" is "b"; give a whole number"#),
        (
            .mistypedInBody(name: "a", found: "9223372036854775808", expected: "Int"),
            #""a" in the body is 9223372036854775808; give a smaller number"#
        ),
        (
            .mistypedInBody(name: "a", found: "1e+39", expected: "Float (a finite number)"),
            #""a" in the body is 1e+39; give a smaller number"#
        ),
        (
            .mistyped(name: "a", found: "nan", expected: "Double (a finite number)"),
            #"parameter "a" is "nan"; give a number"#
        ),
        (
            .missingInBody(name: "a.0.b", expected: "Int"),
            #""a.0.b" is missing in the body; add it with a whole number"#
        ),
        (
            .mistypedInBody(name: "a", found: #""1""#, expected: "Int"),
            #""a" in the body is "1"; give a whole number"#
        ),
        (.mistypedInBody(name: "", found: "[]", expected: "Home"), "the body is []; send JSON for Home"),
        (.refused(name: "a", found: nil, reason: "no"), #"parameter "a" is refused: no; change it"#),
        (.refused(name: "", found: nil, reason: "no"), "the request is refused: no; change it"),
        (
            .mistyped(name: "a", found: String(repeating: "é", count: 101), expected: "Int"),
            "parameter \"a\" is \"\(String(repeating: "é", count: 100))…\"; give a whole number"
        ),
    ]

    @Test(arguments: texts) func `a fault is reported with its name and the remedy`(
        _ row: (fault: ParameterError, text: String)
    ) {
        #expect("\(row.fault)" == row.text)
    }
}
