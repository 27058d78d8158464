import Foundation
import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A value from JSON` {
    enum Kind: String, Codable { case rent, rooms }
    enum Step: Codable, Equatable { case go(Int), say(text: String, times: Int?), end }

    /// Uses each kind of container that a decoder has.
    final class Visit: Place {
        let notes: [Int?]
        let pair: (Int, [Bool])

        private enum Key: String, CodingKey { case notes, pair }

        init(_ name: String, notes: [Int?], pair: (Int, [Bool])) {
            self.notes = notes
            self.pair = pair
            super.init(name)
        }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            notes = try container.decode([Int?].self, forKey: .notes)
            var parts = try container.nestedUnkeyedContainer(forKey: .pair)
            var inner = try parts.decode(Int.self)
            var last = try parts.nestedUnkeyedContainer()
            var flags: [Bool] = []
            while !last.isAtEnd { flags.append(try last.decodeNil() ? false : last.decode(Bool.self)) }
            if try !parts.isAtEnd && parts.decodeNil() { inner += 1 }
            pair = (inner, flags)
            try super.init(from: container.superDecoder())
        }
    }

    class Place: Decodable {
        let name: String
        init(_ name: String) { self.name = name }
        private enum Key: String, CodingKey { case name }
        required init(from decoder: any Decoder) throws {
            name = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .name)
        }
    }

    struct All: Codable, Equatable {
        var integers: [Int8] = [-128, 127]
        var wide = [UInt64.max, 1]
        var widest = Int128.max
        var unsigned = UInt128(7)
        var numbers = [0.1, 1, -2.5e-3, 1e300]
        var small: [Float] = [0.25, 3]
        var flag: Bool? = true
        var nothing: String?
        var kind = Kind.rooms
        var steps: [Step] = [.go(1), .say(text: "a \"b\"\n", times: nil), .end]
        var counts = ["一": 1, "é": 2, "": 3]
        var byNumber = [1: "a", -2: "b"]
        var byKind = [Kind.rent: 1]
        var set: Set<String> = ["x", "y"]
        var range = 1...3
        var nested = [[[1], []], []]
        var date = Date(timeIntervalSinceReferenceDate: 1.5)
        var data = Data([0, 255])
        var url = URL(string: "https://example.com/a?b=1")
        var id = UUID()
        var price: Decimal = 12.345
    }

    @Test func `a value from JSON equals the value that was encoded`() throws {
        let all = All()
        #expect(try Payload(json: Payload(all).json()).decode(as: All.self) == all)
    }

    struct Stamp: Codable, Equatable { var at: Date, price: Decimal, wait = Duration.milliseconds(1_500) }

    @Test(arguments: [
        0, 1.5, 799_329_600.123, 799_329_600.123456, -0.25, -62_000_000_000, 252_000_000_000.5, 7e8 + 1e-7,
    ]) func `dates and decimals are decoded as they were encoded, alone and in other values`(_ seconds: Double) throws {
        let price = try #require(Decimal(string: "12345678901234567890.123456789012345678"))
        let stamp = Stamp(at: Date(timeIntervalSinceReferenceDate: seconds), price: price)
        let alone = try Payload(stamp).json()
        #expect(try Payload(json: alone).decode(as: Stamp.self) == stamp)
        #expect(try Payload(json: Payload(json: alone).json()).decode(as: Stamp.self) == stamp)
        let within = try JSONEncoder().encode([Payload(stamp)])
        #expect(try JSONDecoder().decode([Payload].self, from: within)[0].decode(as: Stamp.self) == stamp)
    }

    @Test func `a date is encoded in one form, or refused with a reason`() throws {
        let date = Date(timeIntervalSinceReferenceDate: 799_329_600)
        #expect(try String(decoding: Payload(date).json(), as: UTF8.self) == #""2026-05-01T12:00:00Z""#)
        #expect(try String(decoding: Payload(date + 0.25).json(), as: UTF8.self) == #""2026-05-01T12:00:00.250Z""#)
        let reason = "a date has a year from 0000 to 9999"
        for seconds in [1e13, .infinity, 3e11] {
            let far = Date(timeIntervalSinceReferenceDate: seconds)
            #expect(throws: PayloadError.notEncodable(type: "Date", reason: reason)) { try Payload(far).json() }
        }
    }

    @Test func `a value from JSON may have a superclass and lists that contain null`() throws {
        let json = #"{"super":{"name":"x"},"notes":[1,null,3],"pair":[4,[true,null,false],null]}"#
        let visit = try Payload(json: Array(json.utf8)).decode(as: Visit.self)
        #expect(visit.name == "x" && visit.notes == [1, nil, 3] && visit.pair == (5, [true, false, false]))
    }

    @Test func `a payload that is decoded from JSON keeps the JSON unchanged`() throws {
        let json = #"{"a":[1,null,{"b":2.5}],"c":true}"#
        #expect(try Payload(json: Array(json.utf8)).decode(as: Payload.self).json() == Array(json.utf8))
    }

    struct Home: Decodable { var id: Int, tags: [String], owner: [String: Int]?, kind: Kind?, since: Date? }

    @Test(arguments: [
        ("[]", #""the value" is not a JSON object"#), (#"{"id":1}"#, #""tags" is missing"#),
        (#"{"id":null,"tags":[]}"#, #""id" is null where Int is needed"#),
        (#"{"id":"1","tags":[]}"#, #""id" is not of type Int"#),
        (#"{"id":1.5,"tags":[]}"#, #""id" is not of type Int"#),
        (#"{"id":1,"tags":{}}"#, #""tags" is not a list"#),
        (
            #"{"id":1,"tags":[],"since":0}"#,
            #""since" is not of type Date (such as 2026-05-01T12:00:00Z or 2026-05-01T14:00:00.5+02:00)"#
        ),
        (#"{"id":1,"tags":["a",2]}"#, #""tags.1" is not of type String"#),
        (#"{"id":1,"tags":[],"owner":{"a":true}}"#, #""owner.a" is not of type Int"#),
    ]) func `a value from JSON that does not fit is refused with its place`(_ json: String, _ reason: String) throws {
        let payload = try Payload(json: Array(json.utf8))
        #expect(throws: PayloadError.mismatch(expected: "Home", found: "JSON", reason: reason)) {
            try payload.decode(as: Home.self)
        }
    }

    @Test func `a value from JSON with too few elements is refused with the place of the missing one`() throws {
        let payload = try Payload(json: Array("[1]".utf8))
        let reason = #""1" is missing"#
        #expect(throws: PayloadError.mismatch(expected: "ClosedRange<Int>", found: "JSON", reason: reason)) {
            try payload.decode(as: ClosedRange<Int>.self)
        }
    }
}
