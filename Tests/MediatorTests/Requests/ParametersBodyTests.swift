import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A body without names` {
    struct Home: Decodable, Equatable, Sendable { let id: Int }
    /// Fits any names.
    struct Query: Decodable, Equatable, Sendable { let id: Int? }

    @Test func `a body without names is decoded without the query`() async throws {
        #expect(try await ParametersSample("/x?id=1", json: "[1,2]").decode() == [1, 2])
        #expect(try await ParametersSample("/x", json: "5").decode() == 5)
        #expect(try await ParametersSample("/x", json: #""a""#).decode() == "a")
        #expect(try await ParametersSample("/x?id=1", json: #"[{"id":2}]"#).decode() == [Home(id: 2)])
        #expect(try await ParametersSample("/x", json: "null").decode(as: Int?.self) == nil)
        #expect(try await ParametersSample("/x?id=1").decode(as: Home?.self) == Home(id: 1))
        #expect(try await ParametersSample("/x").decode(as: Home?.self) == nil)
    }

    @Test(arguments: ["/x", "/x?id=1"]) func `a type without names reports that the body is missing`(_ url: String)
        async throws
    {
        let sample = ParametersSample(url)
        #expect(try await sample.error(decoding: [Int].self) == ParametersError([.missingBody(expected: "[Int]")]))
        #expect(try await sample.error(decoding: Int.self) == ParametersError([.missingBody(expected: "Int")]))
    }

    @Test(arguments: ["[]", "5", #""Beijing""#, "null", "true"])
    func `a body without names does not fit a structure, whatever the query is`(_ json: String) async throws {
        let error = try await ParametersSample("/x?id=1", json: json).error(decoding: Query.self)
        #expect(error == ParametersError([.mistypedInBody(name: "", found: json, expected: "Query")]))
    }

    @Test func `a body with names does not fit an array`() async throws {
        let error = try await ParametersSample("/x", json: #"{"id":1}"#).error(decoding: [Int].self)
        #expect(error == ParametersError([.mistypedInBody(name: "", found: #"{"id":1}"#, expected: "[Int]")]))
    }

    @Test func `a body that cannot be encoded as JSON is refused with that reason`() async throws {
        struct Sent: Encodable { let ratio = Double.infinity }
        let error = try await ParametersSample("/x", body: Payload(Sent())).error(decoding: Query.self)
        guard case .unreadableBody(.notEncodable("Sent", _)) = error.faults.first else {
            Issue.record("found \(error)")
            return
        }
    }
}
