import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A payload` {
    struct Receipt: Codable, Equatable, Sendable { var id: Int, text: String? }
    struct OtherReceipt: Codable, Equatable, Sendable { var id: Int }

    @Test func `a payload is decoded as itself if the types are equal`() throws {
        #expect(try Payload(Receipt(id: 1, text: nil)).decode(as: Receipt.self) == Receipt(id: 1, text: nil))
    }

    @Test func `a payload is decoded from its JSON if the types differ`() throws {
        #expect(try Payload(Receipt(id: 1, text: "x")).decode(as: OtherReceipt.self) == OtherReceipt(id: 1))
    }

    @Test(arguments: [
        ("1", "1"), ("\"a/b\"", "\"a/b\""), ("null", "null"), ("true", "true"), ("[1, 2.5]", "[1,2.5]"),
        ("{\"b\":1,\"a\":{}}", "{\"a\":{},\"b\":1}"), ("9007199254740993", "9007199254740993"),
        ("18446744073709551615", "18446744073709551615"), ("-9223372036854775808", "-9223372036854775808"),
    ]) func `a payload keeps any JSON`(_ text: String, _ written: String) throws {
        let payload = try Payload(json: Array(text.utf8))
        #expect(String(decoding: try payload.json(), as: UTF8.self) == written)
    }

    @Test(arguments: ["", "{", "{]", "hello", "1 2"]) func `a payload refuses text that is not JSON`(_ text: String) {
        #expect(throws: PayloadError.self) { try Payload(json: Array(text.utf8)) }
    }

    @Test func `a payload keeps a number that only UInt64 can hold`() throws {
        let payload = try Payload(json: Array("12345678901234567890".utf8))
        #expect(try payload.decode(as: UInt64.self) == 12_345_678_901_234_567_890)
    }

    @Test func `the error of a payload names the field that does not fit`() throws {
        let payload = try Payload(json: Array(#"{"id":"one"}"#.utf8))
        let error = #expect(throws: PayloadError.self) { try payload.decode(as: Receipt.self) }
        #expect("\(try #require(error))".contains("\"id\""))
    }

    /// Payloads with a secret, and their descriptions.
    static let secrets: [(Payload, String)] = [
        (Payload("hush"), "a value of type String"), (Payload(Array("hush".utf8)), "a value of type Array<UInt8>"),
        (Payload(Receipt(id: 1, text: "hush")), "a value of type Receipt"),
        (Payload(object: ["hush"]), "an object of type Array<String>"),
        (Payload(stream: AsyncStream<String> { $0.yield("hush") }), "a stream of String"),
    ]

    @Test(arguments: secrets) func `a payload describes itself by kind, type and size, never by its content`(
        _ row: (payload: Payload, text: String)
    ) throws {
        var dumped = ""
        dump(row.payload, to: &dumped)
        #expect("\(row.payload)" == row.text && String(reflecting: row.payload) == row.text)
        #expect(!dumped.contains("hush") && Mirror(reflecting: row.payload).children.isEmpty, "\(dumped)")
        #expect("\([row.payload]) \(Response.value(row.payload))".contains(row.text))
        let json = try Payload(json: Array(#"{"word":"hush"}"#.utf8))
        #expect("\(json)" == "15 bytes of JSON")
    }

    @Test func `a payload that cannot be encoded throws an error`() {
        #expect(throws: PayloadError.self) { try Payload(Double.infinity).json() }
    }
}
