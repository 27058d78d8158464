import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A parameter that is read by name` {
    private func value<Value: LosslessStringConvertible & Sendable>(_ url: String, as type: Value.Type) async throws
        -> Value
    {
        try await ParametersSample(url, pattern: "/x/:id").read { try $0.parameters.value("id", as: type) }
    }

    @Test func `a parameter that is read by name is converted to the requested type`() async throws {
        #expect(try await value("/x/42", as: Int.self) == 42)
        #expect(try await value("/x/42?id=43", as: UInt8.self) == 42)
        #expect(try await value("/x/a%2Fb", as: String.self) == "a/b")
        #expect(try await value("/x/1", as: Bool.self))
        #expect(try await value("/x/false", as: Bool.self) == false)
        #expect(try await value("/x/1.5", as: Double.self) == 1.5)
        #expect(try await value("/x/a", as: Character.self) == "a")
    }

    typealias Readable = any (LosslessStringConvertible & Sendable).Type

    /// A type, a text that does not fit it, and the expected form.
    @Test(
        arguments: [
            (Int.self, "x", "Int"), (Int8.self, "200", "Int8 (-128 to 127)"),
            (Bool.self, "yes", "Bool (true or false)"),
            (Double.self, "nan", "Double (a finite number)"), (Character.self, "ab", "Character"),
            (Unicode.Scalar.self, "ab", "Scalar"),
        ] as [(Readable, String, String)])
    func `a parameter that is read by name is refused with the same error as in a structure`(
        _ type: Readable, _ text: String, _ expected: String
    ) async throws {
        await #expect(throws: ParameterError.mistyped(name: "id", found: text, expected: expected)) {
            _ = try await value("/x/\(text)", as: type)
        }
    }

    @Test func `an optional parameter may be absent, and a required one is reported as missing`() async throws {
        #expect(try await ParametersSample("/x").read { try $0.parameters.optional("id", as: Int.self) } == nil)
        await #expect(throws: ParameterError.missing(name: "id", expected: "Int")) {
            try await ParametersSample("/x").read { try $0.parameters.value("id", as: Int.self) }
        }
    }
}
