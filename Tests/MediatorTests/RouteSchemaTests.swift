import Foundation
import Testing

@_spi(Host) @testable import Mediator

@Suite(.timeLimit(.minutes(2))) struct `The schema of a route` {
    enum Kind: String, Codable, CaseIterable { case flat, house }
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
        ([Int: Bool].self, "{}"),
        (Kind.self, #"{"enum":["flat","house"],"type":"string"}"#),
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
        (Painted.self, #"{"properties":{"colour":{"type":"string"}},"required":["colour"],"type":"object"}"#),
        (Own.self, "{}"),
        (
            Dates.self,
            #"{"properties":{"at":{"format":"seconds since 2001-01-01T00:00:00Z","type":"number"},"#
                + #""data":{"format":"base64","type":"string"},"id":{"format":"uuid","type":"string"},"#
                + #""link":{"format":"uri","type":"string"},"sum":{"format":"decimal","type":"number"}},"#
                + #""required":["id","at","link","data","sum"],"type":"object"}"#
        ),
        (Never.self, "{}"),
    ]

    private static func route(_ pattern: String) -> Route {
        Route(pattern, verb: .call, access: .public, location: SourceLocation(fileID: #fileID, line: #line)) { _ in
            .declined
        }
    }

    @Test(arguments: rows.indices) func `the schema of a value follows from its type`(index: Int) throws {
        var route = Self.route("/value")
        route.value = Self.rows[index].type
        let value = try #require(RouteSchema(route, parameters: [], besides: []).value)
        guard case .object(var members) = value else { throw NoPlaceholder() }
        members["title"] = nil
        #expect(
            String(decoding: try Payload(JSONValue.object(members)).json(), as: UTF8.self) == Self.rows[index].schema)
    }

    @Test func `the schema of a body has no parameter of the path`() throws {
        var route = Self.route("/rent/:id")
        route.input = Home.self
        let names: Set<String> = ["id", "landlord", "prices"]
        let body = RouteSchema(route, parameters: [], besides: names).body
        let expected =
            #"{"properties":{"tags":{"items":{"type":"string"},"type":"array"}},"required":["tags"],"type":"object"}"#
        #expect(String(decoding: try Payload(try #require(body)).json(), as: UTF8.self) == expected)
        #expect(RouteSchema(route, parameters: [], besides: names.union(["tags"])).body == nil)
    }
}
