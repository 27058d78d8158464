import Foundation
import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A single parameter` {
    struct One<Value: Decodable & Sendable>: Decodable, Sendable { let value: Value }

    enum Color: String, Decodable, CaseIterable, Sendable { case red, green }
    enum Level: UInt8, Decodable, CaseIterable, Sendable { case low = 1, high = 9 }
    struct Price: RawRepresentable, Decodable, Sendable { let rawValue: Int }

    /// Reads a number by a single value container.
    struct Odd: Decodable, Sendable {
        let number: Int
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            number = try container.decode(Int.self)
            guard !number.isMultiple(of: 2) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "it must be odd")
            }
        }
    }

    typealias Scalar = any (Decodable & Sendable).Type

    static let accepted: [(type: Scalar, text: String, value: String)] = [
        (Int.self, "42", "42"), (Int.self, "-9223372036854775808", "\(Int.min)"), (Int.self, "%2B7", "7"),
        (Int8.self, "-128", "-128"), (Int16.self, "32767", "32767"), (Int32.self, "-2147483648", "-2147483648"),
        (Int64.self, "9223372036854775807", "9223372036854775807"),
        (Int128.self, "170141183460469231731687303715884105727", "\(Int128.max)"),
        (UInt.self, "18446744073709551615", "\(UInt.max)"), (UInt8.self, "255", "255"), (UInt16.self, "0", "0"),
        (UInt32.self, "4294967295", "4294967295"), (UInt64.self, "18446744073709551615", "\(UInt64.max)"),
        (UInt128.self, "340282366920938463463374607431768211455", "\(UInt128.max)"),
        (Double.self, "1.5", "1.5"), (Double.self, "-1e3", "-1000.0"), (Double.self, "7", "7.0"),
        (Float.self, "0.1", "0.1"),
        (Bool.self, "true", "true"), (Bool.self, "1", "true"), (Bool.self, "false", "false"), (Bool.self, "0", "false"),
        (String.self, "", ""), (String.self, "a%2Fb", "a/b"), (String.self, "%E4%B8%80", "一"),
        (Color.self, "green", "green"), (Level.self, "9", "high"),
        (Price.self, "3", "Price(rawValue: 3)"), (Odd.self, "3", "Odd(number: 3)"),
        (Int?.self, "1", "Optional(1)"), ([Int].self, "1", "[1]"), ([Int?].self, "1", "[Optional(1)]"),
        (Set<Int>.self, "1", "[1]"), ([Color].self, "red", "[\(String(reflecting: Color.red))]"),
        (Data.self, "aGk=", "2 bytes"), (URL.self, "https%3A%2F%2Fexample.com%2Fa", "https://example.com/a"),
        (UUID.self, "5E0C5CF9-2D3A-4A24-9C2B-6A1BB8D6C9F1", "5E0C5CF9-2D3A-4A24-9C2B-6A1BB8D6C9F1"),
        (Decimal.self, "0.1", "0.1"), (Date.self, "2026-05-01T12:00:00Z", "2026-05-01 12:00:00 +0000"),
    ]

    @Test(arguments: accepted) func `a single parameter is read as its type`(
        _ row: (type: Scalar, text: String, value: String)
    )
        async throws
    {
        #expect(try await value(of: row.type, in: ParametersSample("/x?value=\(row.text)")) == row.value)
    }

    static let refused: [(type: Scalar, text: String, expected: String)] = [
        (Int.self, "", "Int"), (Int.self, "x", "Int"), (Int.self, "1.0", "Int"), (Int.self, "+1", "Int"),
        (Int.self, "9223372036854775808", "Int"), (Int.self, "0x10", "Int"), (Int.self, "٣", "Int"),
        (Int8.self, "128", "Int8 (-128 to 127)"), (Int16.self, "-32769", "Int16 (-32768 to 32767)"),
        (Int32.self, "2147483648", "Int32 (-2147483648 to 2147483647)"), (Int64.self, "1e3", "Int64"),
        (Int128.self, "170141183460469231731687303715884105728", "Int128"),
        (UInt.self, "-1", "UInt (0 or more)"), (UInt8.self, "256", "UInt8 (0 to 255)"),
        (UInt16.self, "65536", "UInt16 (0 to 65535)"), (UInt32.self, "-0.5", "UInt32 (0 to 4294967295)"),
        (UInt64.self, "18446744073709551616", "UInt64 (0 or more)"), (UInt128.self, "-1", "UInt128 (0 or more)"),
        (Double.self, "nan", "Double (a finite number)"), (Double.self, "inf", "Double (a finite number)"),
        (Double.self, "1e999", "Double (a finite number)"), (Float.self, "1e39", "Float (a finite number)"),
        (Double.self, "1,5", "Double (a finite number)"), (Double.self, "", "Double (a finite number)"),
        (Double.self, "0x1p3", "Double (a finite number)"), (Float.self, "0X10", "Float (a finite number)"),
        (Bool.self, "", "Bool (true or false)"), (Bool.self, "TRUE", "Bool (true or false)"),
        (Bool.self, "2", "Bool (true or false)"),
        (Color.self, "blue", "one of: red, green"), (Color.self, "Red", "one of: red, green"),
        (Level.self, "2", "one of: 1, 9"), (Level.self, "256", "one of: 1, 9"), (Level.self, "low", "one of: 1, 9"),
        (Price.self, "x", "Int"), (Odd.self, "x", "Int"), ([Int].self, "x", "Int"), (Int?.self, "x", "Int"),
        ([Color].self, "blue", "one of: red, green"), (Data.self, "*", "Data (base64)"), (URL.self, "", "URL"),
        (UUID.self, "1", "UUID"), (Decimal.self, "12abc", "Decimal"), (Decimal.self, "", "Decimal"),
        (Date.self, "tomorrow", "Date (such as 2026-05-01T12:00:00Z)"),
        (One<Int>.self, "1", "One<Int> (as value.NAME=VALUE)"),
        ([String: Int].self, "1", "[String: Int] (as value.NAME=VALUE)"),
    ]

    @Test(arguments: refused) func `a single parameter of another form is named with its value and the expected type`(
        _ row: (type: Scalar, text: String, expected: String)
    ) async throws {
        let error = try await error(of: row.type, in: ParametersSample("/x?value=\(row.text)"))
        let found = try #require(row.text.removingPercentEncoding).replacing("+", with: " ")
        #expect(error.faults == [.mistyped(name: "value", found: found, expected: row.expected)])
    }

    static let accepting: [(type: Scalar, json: String, value: String)] = [
        (Int.self, "42", "42"), (Int8.self, "-128", "-128"), (UInt64.self, "18446744073709551615", "\(UInt64.max)"),
        (Int128.self, "\(Int128.max)", "\(Int128.max)"), (Int.self, "1e3", "1000"),
        (Double.self, "1", "1.0"), (Double.self, "18446744073709551615", "1.8446744073709552e+19"),
        (Float.self, "0.1", "0.1"), (Decimal.self, "3.133", "3.133"),
        (Decimal.self, "18446744073709551615", "\(UInt64.max)"),
        (Bool.self, "true", "true"), (String.self, #""1""#, "1"), (Color.self, #""red""#, "red"),
        (Level.self, "1", "low"),
        (Int?.self, "null", "nil"), ([Int].self, "[]", "[]"), ([Int?].self, "[1,null]", "[Optional(1), nil]"),
        ([[Int]].self, "[[1],[]]", "[[1], []]"), (Odd.self, "3", "Odd(number: 3)"),
        (Data.self, #""aGk=""#, "2 bytes"),
        (Date.self, "0", "2001-01-01 00:00:00 +0000"), (UUID?.self, "null", "nil"),
        (URL.self, #""https://example.com""#, "https://example.com"),
    ]

    @Test(arguments: accepting) func `a single parameter of the body is read as its type`(
        _ row: (type: Scalar, json: String, value: String)
    ) async throws {
        let sample = try ParametersSample("/x", json: #"{"value":\#(row.json)}"#)
        #expect(try await value(of: row.type, in: sample) == row.value)
    }

    static let refusing: [(type: Scalar, json: String, name: String, found: String, expected: String)] = [
        (Int.self, #""1""#, "value", #""1""#, "Int"), (Int.self, "1.5", "value", "1.5", "Int"),
        (Int.self, "true", "value", "true", "Int"), (Int.self, "null", "value", "null", "Int"),
        (Int.self, "[1]", "value", "[1]", "Int"), (Int.self, #"{"a":1}"#, "value", #"{"a":1}"#, "Int"),
        (Int8.self, "128", "value", "128", "Int8 (-128 to 127)"), (UInt.self, "-1", "value", "-1", "UInt (0 or more)"),
        (Int128.self, "4e38", "value", "4e+38", "Int128"),
        (Float.self, "1e39", "value", "1e+39", "Float (a finite number)"),
        (Double.self, #""1""#, "value", #""1""#, "Double (a finite number)"),
        (Bool.self, "1", "value", "1", "Bool (true or false)"), (String.self, "1", "value", "1", "String"),
        (Color.self, #""blue""#, "value", #""blue""#, "one of: red, green"),
        (Level.self, "2", "value", "2", "one of: 1, 9"),
        ([Int].self, "1", "value", "1", "[Int]"), ([Int].self, "{}", "value", "{}", "[Int]"),
        ([Int].self, #"[1,"x"]"#, "value.1", #""x""#, "Int"),
        ([[Bool]].self, "[[true],[0]]", "value.1.0", "0", "Bool (true or false)"),
        ([String: Int].self, "[]", "value", "[]", "[String: Int]"),
        ([String: Int].self, #"{"a":"b"}"#, "value.a", #""b""#, "Int"),
        (One<Int>.self, "1", "value", "1", "One<Int>"),
        (One<Int>.self, #"{"value":"x"}"#, "value.value", #""x""#, "Int"),
        (Data.self, #""%""#, "value", #""%""#, "Data (base64)"),
    ]

    @Test(arguments: refusing) func `a single parameter of the body of another form is named as JSON`(
        _ row: (type: Scalar, json: String, name: String, found: String, expected: String)
    ) async throws {
        let error = try await error(of: row.type, in: ParametersSample("/x?value=1", json: #"{"value":\#(row.json)}"#))
        #expect(error.faults == [.mistypedInBody(name: row.name, found: row.found, expected: row.expected)])
    }

    @Test func `a single parameter that its type refuses is given with the reason`() async throws {
        let error = try await ParametersSample("/x?value=4").error(decoding: One<Odd>.self)
        #expect(error.faults == [.refused(name: "value", found: "4", reason: "it must be odd")])
        #expect("\(error)" == "parameter \"value\" with \"4\" is refused: it must be odd; change it")
    }

    private func value<Value: Decodable & Sendable>(
        of type: Value.Type, in sample: ParametersSample
    ) async throws -> String {
        String(describing: try await sample.decode(as: One<Value>.self).value)
    }

    private func error<Value: Decodable & Sendable>(
        of type: Value.Type, in sample: ParametersSample
    ) async throws -> ParametersError {
        try await sample.error(decoding: One<Value>.self)
    }
}
