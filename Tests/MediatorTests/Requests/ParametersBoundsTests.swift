import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `Parameters of any size` {
    /// Counts the levels of `a.a.a`.
    struct Depth: Decodable, Sendable {
        let levels: Int
        enum CodingKeys: CodingKey { case a }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            levels = container.contains(.a) ? 1 + (try container.decode(Depth.self, forKey: .a).levels) : 0
        }
    }

    private static func dots(_ levels: Int) -> String {
        Array(repeating: "a", count: levels).joined(separator: ".")
    }

    @Test(arguments: [(1, 1), (2, 2), (31, 31)]) func `names of parameters are split at their dots`(
        _ dots: Int, _ levels: Int
    )
        async throws
    {
        #expect(try await ParametersSample("/x?\(Self.dots(dots)).b=1").decode(as: Depth.self).levels == levels)
    }

    @Test(arguments: [32, 33, 4_000]) func `names of more than 32 levels are not split`(_ levels: Int) async throws {
        let name = Self.dots(levels) + ".b"
        let sample = ParametersSample("/x?\(name)=1")
        #expect(try await sample.decode(as: Depth.self).levels == 0)
        #expect(try await sample.decode() == [name: 1])
    }

    @Test(arguments: [".", "..", ".a", "a.", "a..b", "", "=", "%2E"])
    func `names with an empty level are not split`(_ name: String) async throws {
        let sample = ParametersSample("/x?\(name)=1")
        let names = try await sample.read { $0.parameters.items.map(\.name) }
        #expect(try await sample.decode(as: [String: String].self).keys.sorted() == names)
    }

    @Test func `a URL may have thousands of parameters, and at most 32 faults are reported`() async throws {
        let url = "/x?" + Array(repeating: "a", count: 4_000).joined(separator: "&")
        #expect(try await ParametersSample(url).decode(as: [String: [String]].self)["a"]?.count == 4_000)
        let error = try await ParametersSample(url).error(decoding: [String: [Int]].self)
        #expect(error.faults.count == 32)
        #expect(!error.isComplete)
    }

    @Test func `a body may have thousands of parameters, and at most 32 faults are reported`() async throws {
        let names = Dictionary(uniqueKeysWithValues: (0..<10_000).map { ("n\($0)", $0) })
        #expect(try await ParametersSample("/x?n0=-1", body: Payload(names)).decode() == names)
        let error = try await ParametersSample("/x", body: Payload(names)).error(decoding: [String: Bool].self)
        #expect(error.faults.count == 32)
    }

    /// Deeper than people write, but not so deep that the parser refuses it.
    @Test func `parameters of a body may be nested 500 levels deep`() async throws {
        let json = String(repeating: #"{"a":"#, count: 500) + "{}" + String(repeating: "}", count: 500)
        #expect(try await ParametersSample("/x", json: json).decode(as: Depth.self).levels == 500)
        let arrays = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
        let error = try await ParametersSample("/x", json: #"{"a":\#(arrays)}"#).error(decoding: Depth.self)
        #expect(error.faults == [.mistypedInBody(name: "a", found: arrays, expected: "Depth")])
    }

    /// Never given, so that decoding it would not end.
    final class Endless: Decodable, Sendable {
        let left: Endless
        let right: Endless
        let value: Int
    }

    @Test func `decoding a type that needs itself ends with an error`() async throws {
        let error = try await ParametersSample("/x?value=x").error(decoding: Endless.self)
        #expect(error.faults == [.missing(name: "left.left", expected: "Endless")])
        #expect(!error.isComplete)
    }
}
