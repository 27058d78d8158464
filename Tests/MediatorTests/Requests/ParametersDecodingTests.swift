import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A structure of parameters` {
    enum Order: String, Decodable, CaseIterable, Sendable { case rent, rooms }
    enum Floor: Int, Decodable, Sendable { case ground, first }

    struct Area: Decodable, Equatable, Sendable {
        var city: String?
        var radius: Int?
        var near: Near?
        struct Near: Decodable, Equatable, Sendable { var x: Int, y: Int? }
    }

    struct Search: Decodable, Equatable, Sendable {
        var id: Int?
        var text: String?
        var tag: [String]?
        var number: [Int]?
        var order: Order?
        var floor: Floor?
        var isOpen: Bool?
        var area: Area?
        var limits: [String: Int]?
        var byFloor: [Int: String]?
    }

    static let near = Area.Near(x: 1, y: 2)

    /// A URL, a body, and the decoded structure.
    static let rows: [(url: String, json: String?, expected: Search)] = [
        ("/x", nil, Search()),
        ("/x?text=a+b%2Bc&unknown=1", nil, Search(text: "a b+c")),
        ("/x?text=", nil, Search(text: "")),
        ("/x?text=a&text=b", nil, Search(text: "b")),
        ("/x?tag=a", nil, Search(tag: ["a"])),
        ("/x?tag=a&text=t&tag=b", nil, Search(text: "t", tag: ["a", "b"])),
        ("/x?number=1&number=-2", nil, Search(number: [1, -2])),
        ("/x?order=rooms&floor=1", nil, Search(order: .rooms, floor: .first)),
        ("/x?isOpen=true", nil, Search(isOpen: true)),
        ("/x?isOpen=0", nil, Search(isOpen: false)),
        ("/x?area.city=Wuxi&area.radius=3", nil, Search(area: Area(city: "Wuxi", radius: 3))),
        ("/x?area.near.x=1&area.near.y=2", nil, Search(area: Area(near: near))),
        ("/x?area%2Ecity=Wuxi", nil, Search(area: Area(city: "Wuxi"))),
        ("/x?limits.rent=1&limits.rooms=2", nil, Search(limits: ["rent": 1, "rooms": 2])),
        ("/x?byFloor.1=a&byFloor.-1=b", nil, Search(byFloor: [1: "a", -1: "b"])),
        (
            "/x", #"{"id":1,"tag":["a"],"order":"rent","floor":0}"#,
            Search(id: 1, tag: ["a"], order: .rent, floor: .ground)
        ),
        ("/x?id=1", #"{"id":2}"#, Search(id: 2)),
        ("/x?id=1", #"{"id":null}"#, Search()),
        ("/x?id=1&text=t", #"{"id":2,"unknown":[]}"#, Search(id: 2, text: "t")),
        ("/x?tag=a&tag=b", #"{"tag":["c"]}"#, Search(tag: ["c"])),
        ("/x?tag=a", #"{"tag":[]}"#, Search(tag: [])),
        ("/x?area.city=Wuxi", #"{"area":{"radius":2}}"#, Search(area: Area(city: "Wuxi", radius: 2))),
        ("/x?area.near.x=3&area.near.y=2", #"{"area":{"near":{"x":1}}}"#, Search(area: Area(near: near))),
        ("/x?area.city=Wuxi", #"{"area":null}"#, Search()),
        ("/x", #"{"area":{}}"#, Search(area: Area())),
        ("/x?limits.a=1&limits.b=1", #"{"limits":{"b":2}}"#, Search(limits: ["a": 1, "b": 2])),
        ("/x?id.other=1&order.by=2&text.a.b=3", nil, Search()),
        ("/x", "{}", Search()),
    ]

    @Test(arguments: rows) func `parameters of the query and the body are decoded into one structure`(
        _ row: (url: String, json: String?, expected: Search)
    ) async throws {
        let body = try row.json.map { try Payload(json: Array($0.utf8)) }
        #expect(try await ParametersSample(row.url, body: body).decode() == row.expected)
    }

    /// Precedence: path, body, query.
    @Test(
        arguments: [
            ("/x/1", nil, 1), ("/x/1?id=2", nil, 1), ("/x/1?id=2&id=3", nil, 1), ("/x/1?id=2", #"{"id":3}"#, 1),
            ("/x/1", "{}", 1), ("/x/1", #"{"id":null}"#, 1), ("/x/1", #"{"id":{"a":2}}"#, 1),
            ("/x/1", #"{"id":[2]}"#, 1),
        ] as [(String, String?, Int)])
    func `a parameter of the path precedes the body and the query`(_ url: String, _ json: String?, _ id: Int)
        async throws
    {
        let body = try json.map { try Payload(json: Array($0.utf8)) }
        #expect(try await ParametersSample(url, pattern: "/x/:id", body: body).decode() == Search(id: id))
    }

    @Test func `a body that is a value of another type is decoded into the structure`() async throws {
        struct Sent: Encodable { let id = 1, tag = ["a"], area = ["city": "Wuxi"] }
        let sample = ParametersSample("/x?text=t", body: Payload(Sent()))
        #expect(try await sample.decode() == Search(id: 1, text: "t", tag: ["a"], area: Area(city: "Wuxi")))
    }

    /// The value cannot be encoded, so it has to be used directly.
    @Test func `a body that already is the structure is used directly`() async throws {
        struct Same: Codable, Equatable { var ratio: Double }
        let same = Same(ratio: .infinity)
        #expect(try await ParametersSample("/x", body: Payload(same)).decode() == same)
    }

    @Test func `parameters that the structure does not declare stay available`() async throws {
        let names = try await ParametersSample("/x/1?text=a&other=b&other=c", pattern: "/x/:id").read { request in
            _ = try request.decode(as: Search.self)
            return request.parameters.items.map(\.name)
        }
        #expect(names == ["id", "text", "other", "other"])
    }

    @Test func `all parameters are decoded into a dictionary`() async throws {
        let sample = try ParametersSample("/x/1?a=2", pattern: "/x/:id", json: #"{"b":"3"}"#)
        #expect(try await sample.decode() == ["id": "1", "a": "2", "b": "3"])
        #expect(try await ParametersSample("/x").decode(as: [String: String].self).isEmpty)
    }
}
