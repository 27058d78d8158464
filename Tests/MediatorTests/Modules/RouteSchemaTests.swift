import Foundation
import Synchronization
import Testing

@_spi(Host) @testable import Mediator

@Suite(.timeLimit(.minutes(2))) struct `The schema of a route` {
    enum Kind: String, Codable, CaseIterable { case flat, house }
    enum Floor: Int, Codable, CaseIterable { case ground = 0, first = 1 }
    enum Colour: String, Codable { case red }
    struct Landlord: Codable { let name: String, phone: String? }
    struct Home: Codable { let id: UInt, landlord: Landlord, tags: [String], prices: [String: Double]? }
    struct Tree: Codable { let name: String, children: [Tree] }
    struct Painted: Codable { let colour: Colour, size: Int }
    struct Own: Codable { init(from decoder: any Decoder) throws { _ = try decoder.unkeyedContainer() } }
    struct Number: Codable, RawRepresentable { let rawValue: Int }
    struct Dates: Codable { let id: UUID, at: Date, link: URL, data: Data, sum: Decimal }

    /// A type, and its schema.
    static let rows: [(type: Any.Type, schema: String)] = [
        (Int.self, #"{"type":"integer"}"#),
        (UInt8.self, #"{"minimum":0,"type":"integer"}"#),
        (Double.self, #"{"type":"number"}"#),
        (Bool.self, #"{"type":"boolean"}"#),
        (String?.self, #"{"anyOf":[{"type":"string"},{"type":"null"}]}"#),
        ([Int].self, #"{"items":{"type":"integer"},"type":"array"}"#),
        (Set<String>.self, #"{"items":{"type":"string"},"type":"array"}"#),
        (
            [String: [Bool]].self,
            #"{"additionalProperties":{"items":{"type":"boolean"},"type":"array"},"type":"object"}"#
        ),
        ([Int: Bool].self, #"{"additionalProperties":{"type":"boolean"},"type":"object"}"#),
        (Kind.self, #"{"enum":["flat","house"],"type":"string"}"#),
        (Floor.self, #"{"enum":[0,1],"type":"integer"}"#),
        (Colour.self, #"{"type":"string"}"#),
        (Number.self, #"{"type":"integer"}"#),
        (
            Landlord.self,
            #"{"properties":{"name":{"type":"string"},"phone":{"type":"string"}},"required":["name"],"type":"object"}"#
        ),
        (
            Home.self,
            #"{"properties":{"id":{"minimum":0,"type":"integer"},"landlord":{"properties":{"name":{"type":"string"},"#
                + #""phone":{"type":"string"}},"required":["name"],"type":"object"},"prices":{"additionalProperties":"#
                + #"{"type":"number"},"type":"object"},"tags":{"items":{"type":"string"},"type":"array"}},"#
                + #""required":["id","landlord","tags"],"type":"object"}"#
        ),
        (
            Tree.self,
            #"{"properties":{"children":{"items":{},"type":"array"},"name":{"type":"string"}},"#
                + #""required":["name","children"],"type":"object"}"#
        ),
        (Own.self, #"{"x-incomplete":"conform Own to Codable and CaseIterable"}"#),
        (
            Dates.self,
            #"{"properties":{"at":{"format":"date-time","type":"string"},"#
                + #""data":{"format":"base64","type":"string"},"id":{"format":"uuid","type":"string"},"#
                + #""link":{"format":"uri","type":"string"},"sum":{"format":"decimal","type":"number"}},"#
                + #""required":["id","at","link","data","sum"],"type":"object"}"#
        ),
        (Never.self, #"{"x-incomplete":"conform Never to Codable and CaseIterable"}"#),
    ]

    private static func route(_ pattern: String, verb: Request.Verb = .call) -> Route {
        Route(pattern, verb: verb, access: .public, location: DeclarationSite(fileID: #fileID, line: #line)) { _ in
            .declined
        }
    }

    @Test(arguments: rows.indices) func `the schema of a value follows from its type`(index: Int) throws {
        var route = Self.route("/value")
        route.value = Self.rows[index].type
        let value = try #require(RouteSchema(route, path: []).value)
        guard case .object(var members) = value else { throw NoPlaceholder() }
        members["title"] = nil
        #expect(
            String(decoding: try Payload(JSONValue.object(members)).json(), as: UTF8.self) == Self.rows[index].schema)
    }

    enum Level: Int, Codable { case low, high }
    enum Shape: Codable, CaseIterable {
        case dot
        case circle(radius: Double, colour: Colour?, tags: [Int], counts: [String: Int])
        // The JSON of `circle` alone would show an integer, no colour, an array of nothing and a structure with `x`.
        static var allCases: [Shape] { [.dot, .circle(radius: 1, colour: nil, tags: [], counts: ["x": 1])] }
    }
    enum Place: Codable, CaseIterable {
        static let allCases = [Place.point([1, 2])]
        case point([Double])
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            self = .point([try container.decode(Double.self), try container.decode(Double.self)])
        }
        func encode(to encoder: any Encoder) throws {
            guard case .point(let parts) = self else { return }
            try parts.encode(to: encoder)
        }
    }
    enum Either: Codable, CaseIterable {
        static let allCases = [Either.text("a"), .number(1)]
        enum CodingKeys: String, CodingKey { case text, number }
        case text(String), number(Int)
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            guard !container.allKeys.isEmpty else { throw NoPlaceholder() }
            self =
                container.contains(.text)
                ? .text(try container.decode(String.self, forKey: .text))
                : .number(try container.decode(Int.self, forKey: .number))
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            switch self {
            case .text(let text): try container.encode(text, forKey: .text)
            case .number(let number): try container.encode(number, forKey: .number)
            }
        }
    }
    struct Wrapped: Codable {
        enum Outer: String, CodingKey { case data }
        enum Inner: String, CodingKey { case count, name }
        init(from decoder: any Decoder) throws {
            let inner = try decoder.container(keyedBy: Outer.self).nestedContainer(keyedBy: Inner.self, forKey: .data)
            _ = (try inner.decode(Int.self, forKey: .count), try inner.decodeIfPresent(String.self, forKey: .name))
        }
        func encode(to encoder: any Encoder) {}
    }
    enum Mark: Codable { case none, text(String) }
    struct Percent: Codable {
        let value: Int
        init(from decoder: any Decoder) throws {
            value = try decoder.singleValueContainer().decode(Int.self)
            guard 1...100 ~= value else { throw NoPlaceholder() }
        }
    }
    struct Code: Codable {
        let text: String
        init(from decoder: any Decoder) throws {
            text = try decoder.singleValueContainer().decode(String.self)
            guard text.hasPrefix("CN-") else { throw NoPlaceholder() }
        }
    }
    struct Span: Codable, CaseIterable {
        static let allCases = [Span(from: 1, to: 2)]
        let from: Int
        let to: Int
        init(from: Int, to: Int) { (self.from, self.to) = (from, to) }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            from = try container.decode(Int.self, forKey: .from)
            to = try container.decode(Int.self, forKey: .to)
            guard from < to else { throw NoPlaceholder() }
        }
    }
    struct With<Field: Codable>: Codable { let first: Int, field: Field, last: String }
    struct Perhaps<Field: Codable>: Codable { let first: Int, field: Field?, last: String }

    /// A type with a field of some kind, the field's schema, and the `x-incomplete` text of the type's schema.
    static let fields: [(type: Any.Type, schema: String, incomplete: String?)] = [
        (With<Int>.self, #"{"type":"integer"}"#, nil),
        (With<Kind>.self, #"{"enum":["flat","house"],"type":"string"}"#, nil),
        (With<Level>.self, #"{"type":"integer"}"#, nil),
        (With<Number>.self, #"{"type":"integer"}"#, nil),
        (With<Colour>.self, #"{"type":"string"}"#, "conform Colour to Codable and CaseIterable"),
        (Perhaps<Colour>.self, #"{"type":"string"}"#, nil),
        (Perhaps<Mark>.self, #"{"x-incomplete":"conform Mark to Codable and CaseIterable"}"#, nil),
        (
            With<Mark>.self, #"{"x-incomplete":"conform Mark to Codable and CaseIterable"}"#,
            "conform Mark to Codable and CaseIterable"
        ),
        (
            With<Shape>.self,
            #"{"properties":{"circle":{"properties":{"colour":{"type":"string"},"counts":{"additionalProperties":"#
                + #"{"type":"integer"},"type":"object"},"radius":{"type":"number"},"tags":{"items":{"type":"integer"},"#
                + #""type":"array"}},"required":["radius","tags","counts"],"type":"object"},"dot":{"properties":{},"#
                + #""required":[],"type":"object"}},"required":[],"type":"object"}"#, nil
        ),
        (
            With<Place>.self,
            #"{"x-incomplete":"let Place decode each of allCases with all its keys, without contains(_:)"}"#, nil
        ),
        (
            With<Either>.self,
            #"{"x-incomplete":"let Either decode each of allCases with all its keys, without contains(_:)"}"#, nil
        ),
        (
            With<Wrapped>.self,
            #"{"properties":{"data":{"properties":{"count":{"type":"integer"},"name":{"type":"string"}},"#
                + #""required":["count"],"type":"object"}},"required":["data"],"type":"object"}"#, nil
        ),
        (With<Percent>.self, #"{"type":"integer"}"#, nil),
        (With<Code>.self, #"{"type":"string"}"#, "conform Code to Codable and CaseIterable"),
        (Perhaps<Code>.self, #"{"type":"string"}"#, nil),
        (
            With<Span>.self,
            #"{"properties":{"from":{"type":"integer"},"to":{"type":"integer"}},"required":["from","to"],"#
                + #""type":"object"}"#,
            nil
        ),
        (
            With<Painted>.self,
            #"{"properties":{"colour":{"type":"string"}},"required":["colour"],"type":"object","#
                + #""x-incomplete":"conform Colour to Codable and CaseIterable"}"#,
            "conform Colour to Codable and CaseIterable"
        ),
        (With<[Colour]>.self, #"{"items":{"type":"string"},"type":"array"}"#, nil),
        (With<[String: Colour]>.self, #"{"additionalProperties":{"type":"string"},"type":"object"}"#, nil),
        (
            With<[Kind: Int]>.self,
            #"{"items":{"x-incomplete":"conform Kind to CodingKeyRepresentable"},"type":"array"}"#, nil
        ),
    ]

    @Test(arguments: fields.indices) func `a field of any kind hides later fields only in a schema marked incomplete`(
        index: Int
    ) throws {
        let (type, schema, incomplete) = Self.fields[index]
        var route = Self.route("/value")
        route.value = type
        let value = try #require(RouteSchema(route, path: []).value)
        guard case .object(let members) = value, case .object(let properties)? = members["properties"] else {
            throw NoPlaceholder()
        }
        let field = try #require(properties["field"])
        #expect(String(decoding: try Payload(field).json(), as: UTF8.self) == schema)
        #expect(members[RouteSchema.incomplete] == incomplete.map(JSONValue.string))
        #expect(properties["last"] == (incomplete == nil ? .object(["type": .string("string")]) : nil))
    }

    struct Plain: Codable, CaseIterable {
        static let requests = Mutex(0)
        static var allCases: [Plain] {
            requests.withLock { $0 += 1 }
            return [Plain(name: "")]
        }
        let name: String
    }

    @Test func `a type whose decoding shows its schema is not asked for allCases`() {
        #expect(TypeShape(Plain.self).properties.map(\.name) == ["name"])
        #expect(Plain.requests.withLock(\.self) == 0)
    }

    /// Returns the parameters of a route in JSON.
    private static func parameters(
        of input: Any.Type, verb: Request.Verb, path: [RouteParameter] = []
    ) throws -> String {
        var route = route("/a", verb: verb)
        route.input = input
        return String(decoding: try Payload(RouteSchema(route, path: path).parameters).json(), as: UTF8.self)
    }

    private static func text(_ name: String) -> RouteParameter {
        RouteParameter(name: name, shape: .text, isOptional: false)
    }

    @Test(arguments: [Request.Verb.call, .open]) func `the parameters of a partly known input are marked incomplete`(
        verb: Request.Verb
    ) throws {
        #expect(
            try Self.parameters(of: Painted.self, verb: verb)
                == #"{"properties":{"colour":{"type":"string"}},"required":["colour"],"type":"object","#
                + #""x-incomplete":"conform Colour to Codable and CaseIterable"}"#)
    }

    /// The input of a page, and the schema of its property `field`.
    static let pages: [(input: Any.Type, field: String)] = [
        (With<[Int]>.self, #"{"items":{"type":"integer"},"type":"array"}"#),
        (
            With<Landlord>.self,
            #"{"properties":{"name":{"type":"string"},"phone":{"type":"string"}},"required":["name"],"type":"object"}"#
        ),
        (With<[String: Double]>.self, #"{"additionalProperties":{"type":"number"},"type":"object"}"#),
        (With<UUID>.self, #"{"format":"uuid","type":"string"}"#),
        (With<Percent>.self, #"{"type":"integer"}"#),
        (With<Kind>.self, #"{"enum":["flat","house"],"type":"string"}"#),
        (Perhaps<Mark>.self, #"{"x-incomplete":"conform Mark to Codable and CaseIterable"}"#),
    ]

    @Test(arguments: pages.indices) func `the parameters of a page include a field of any kind`(index: Int) throws {
        let (input, field) = Self.pages[index]
        let required = input is Perhaps<Mark>.Type ? #""first","last""# : #""first","field","last""#
        #expect(
            try Self.parameters(of: input, verb: .open)
                == #"{"properties":{"field":\#(field),"first":{"type":"integer"},"last":{"type":"string"}},"#
                + #""required":[\#(required)],"type":"object"}"#)
    }

    @Test func `a path parameter has the type of the pattern instead of the input's, and comes first`() throws {
        #expect(
            try Self.parameters(of: With<[Int]>.self, verb: .open, path: [Self.text("field")])
                == #"{"properties":{"field":{"type":"string"},"first":{"type":"integer"},"last":{"type":"string"}},"#
                + #""required":["field","first","last"],"type":"object"}"#)
    }

    /// An input of one value, and the parameters of a route whose pattern has the parameter `id`.
    static let single: [(input: Any.Type, schema: String)] = [
        (Int.self, #"{"properties":{"id":{"type":"integer"}},"required":["id"],"type":"object"}"#),
        (Int?.self, #"{"properties":{"id":{"type":"integer"}},"required":["id"],"type":"object"}"#),
        (UUID.self, #"{"properties":{"id":{"type":"string"}},"required":["id"],"type":"object"}"#),
    ]

    @Test(arguments: single.indices) func `an input of one value is the pattern's parameter, without a body`(
        index: Int
    ) throws {
        let (input, schema) = Self.single[index]
        var route = Self.route("/rent/:id")
        route.input = input
        let pattern = try RoutePattern("/rent/:id")
        let outline = RouteOutline(RouteTable.Entry(route, owner: "Rent"), pattern)
        #expect(String(decoding: try Payload(outline.schema.parameters).json(), as: UTF8.self) == schema)
        #expect(outline.schema.body == nil)
    }

    @Test func `the schema of a body leaves out the parameters of the path`() throws {
        var route = Self.route("/rent/:id")
        route.input = Home.self
        let path = ["id", "landlord", "prices"].map(Self.text)
        let body = RouteSchema(route, path: path).body
        let expected =
            #"{"properties":{"tags":{"items":{"type":"string"},"type":"array"}},"required":["tags"],"type":"object"}"#
        #expect(String(decoding: try Payload(try #require(body)).json(), as: UTF8.self) == expected)
        #expect(RouteSchema(route, path: path + [Self.text("tags")]).body == nil)
    }
}
