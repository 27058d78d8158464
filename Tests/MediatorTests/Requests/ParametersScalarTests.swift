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
        (Data.self, "-_8", "2 bytes"), (Data.self, "aGk", "2 bytes"), (Data.self, "%2B/8=", "2 bytes"),
        (URL.self, "https://example.com/é", "https://example.com/%C3%A9"),
        (Decimal.self, "0.1", "0.1"), (Decimal.self, digits, digits), (Decimal.self, "-1.5e-3", "-0.0015"),
        (Date.self, "2026-05-01T12:00:00Z", "2026-05-01 12:00:00 +0000"),
        (Date.self, "2026-05-01T14:30:00.000%2B02:30", "2026-05-01 12:00:00 +0000"),
        (Date.self, "2026-05-01T11:59:59.999999999-00:00", "2026-05-01 12:00:00 +0000"),
        (Date.self, "2026-05-01T14:00:00+02:00", "2026-05-01 12:00:00 +0000"),
        (Date.self, "2024-02-29T00:00:00Z", "2024-02-29 00:00:00 +0000"),
        (Duration.self, "1.5", "1.5 seconds"), (Duration.self, "-2e-18", "-2e-18 seconds"),
        (Float16.self, "0.5", "0.5"),
    ]

    /// As many digits as a `Decimal` keeps, of which a `Double` keeps 17.
    private static let digits = "12345678901234567890.123456789012345678"

    @Test(arguments: accepted) func `a single parameter is decoded as its type`(
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
        ([Color].self, "blue", "one of: red, green"),
        (Data.self, "*", "Data (base64 or base64url)"), (Data.self, "A", "Data (base64 or base64url)"),
        (UUID.self, "1", "UUID"), (UUID.self, "%20E0C5CF9-2D3A-4A24-9C2B-6A1BB8D6C9F1", "UUID"),
        (UUID.self, "0xC5CF92-D3A4-4A24-9C2B-6A1BB8D6C9F1", "UUID"),
        (Float16.self, "inf", "Float16 (a finite number)"), (Float16.self, "1e9", "Float16 (a finite number)"),
        (Duration.self, "soon", "Duration (in seconds, such as 1.5)"),
        (Duration.self, "1e-19", "Duration (in seconds, such as 1.5)"),
        (One<Int>.self, "1", "One<Int> (as value.NAME=VALUE)"),
        ([String: Int].self, "1", "[String: Int] (as value.NAME=VALUE)"),
    ]

    /// Dates that do not exist, and texts of another form.
    // validatorjs/validator.js#772, date-fns/date-fns#808, hapijs/joi#2733
    static let noDates: [(type: Scalar, text: String, expected: String)] = [
        "tomorrow", "2026-02-30T00:00:00Z", "2025-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-05-01T25:00:00Z",
        "2026-05-01T24:00:00Z", "2026-05-01T12:00:61Z", "2026-05-01T12:60:00Z", "2026-5-1T12:0:0Z",
        "2026-05-01T12:00:00Zjunk", "2026-05-01T12:00:00", "2026-05-01", "2026-05-01T12:00Z", "2026-05-01%2012:00:00Z",
        "2026-05-01T12:00:00.Z", "2026-05-01T12:00:00.1234567890Z", "2026-05-01T12:00:00%2B0200",
        "2026-05-01T12:00:00%2B24:00", "2026-05-01T12:00:00%2B02:60", "2026-05-01T12:00:00%2B%2B2:00", "0", "",
        "10000-01-01T00:00:00Z", "2026-05-01T12:00:0٣Z",
    ].map { (Date.self, $0, "Date (such as 2026-05-01T12:00:00Z or 2026-05-01T14:00:00.5+02:00)") }

    /// Texts that are not numbers, and numbers with digits that the type would lose.
    // SwiftyJSON/SwiftyJSON#982
    static let noDecimals: [(type: Scalar, text: String, expected: String)] = [
        "12abc", "", "1-2", "1.2.3", "1e", "1e200", "1e-200", digits + "12", String(repeating: "12", count: 20),
    ].map { (Decimal.self, $0, "Decimal (of up to 38 digits)") }

    /// Texts that the library would escape, some of them a second time.
    static let noURLs: [(type: Scalar, text: String, expected: String)] = [
        "", "a%20b", "https://example.com/%2520%20c", "https://example.com/%25zz",
    ].map { (URL.self, $0, "URL (a space in it is written as %20)") }

    @Test(arguments: refused + noDates + noDecimals + noURLs)
    func `a single parameter that does not fit is reported with its value and the expected type`(
        _ row: (type: Scalar, text: String, expected: String)
    ) async throws {
        let error = try await error(of: row.type, in: ParametersSample("/x?value=\(row.text)"))
        let found = try #require(row.text.replacing("+", with: " ").removingPercentEncoding)
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
        (Date.self, #""2026-05-01T14:00:00+02:00""#, "2026-05-01 12:00:00 +0000"), (UUID?.self, "null", "nil"),
        (Decimal.self, digits, digits), (Decimal.self, "-\(digits)", "-\(digits)"),
        (Double.self, digits, "1.2345678901234567e+19"),
        (UInt128.self, "\(UInt128.max)", "\(UInt128.max)"), (Duration.self, "1.5", "1.5 seconds"),
        (Duration.self, "[0,1500000000000000000]", "1.5 seconds"), (Data.self, #""-_8""#, "2 bytes"),
        (URL.self, #""https://example.com""#, "https://example.com"),
    ]

    @Test(arguments: accepting) func `a single parameter of the body is decoded as its type`(
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
        (Data.self, #""%""#, "value", #""%""#, "Data (base64 or base64url)"),
        (Date.self, "0", "value", "0", "Date (such as 2026-05-01T12:00:00Z or 2026-05-01T14:00:00.5+02:00)"),
        (Decimal.self, "1e-999", "value", "0", "Decimal (of up to 38 digits)"),
        (UUID.self, #""+E0C5CF9""#, "value", #""+E0C5CF9""#, "UUID"),
        (URL.self, #""a b""#, "value", #""a b""#, "URL (a space in it is written as %20)"),
        (Duration.self, "[0]", "value", "[0]", "Duration (in seconds, such as 1.5)"),
    ]

    @Test(arguments: refusing) func `a single parameter of the body that does not fit is reported as JSON`(
        _ row: (type: Scalar, json: String, name: String, found: String, expected: String)
    ) async throws {
        let error = try await error(of: row.type, in: ParametersSample("/x?value=1", json: #"{"value":\#(row.json)}"#))
        #expect(error.faults == [.mistypedInBody(name: row.name, found: row.found, expected: row.expected)])
    }

    @Test func `a single parameter that its type refuses is reported with the reason`() async throws {
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
