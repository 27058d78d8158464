import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A type with a custom initialiser` {
    /// A default by `decodeIfPresent`.
    struct Paging: Decodable, Sendable {
        let page: Int
        enum CodingKeys: String, CodingKey { case page = "p" }
        init(from decoder: any Decoder) throws {
            page = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Int.self, forKey: .page) ?? 1
        }
    }

    /// A default by a property wrapper that accepts a missing value.
    @propertyWrapper struct OrTen: Decodable, Sendable {
        var wrappedValue: Int
        init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            wrappedValue = container.decodeNil() ? 10 : try container.decode(Int.self)
        }
    }

    struct Wrapped: Decodable, Sendable { @OrTen var size: Int }

    @Test(arguments: [("/x", 1), ("/x?p=3", 3)]) func `a custom initialiser may use a default value`(
        _ url: String, _ page: Int
    ) async throws {
        #expect(try await ParametersSample(url).decode(as: Paging.self).page == page)
    }

    @Test(arguments: [("/x", 10), ("/x?size=3", 3)]) func `a property wrapper may provide a default value`(
        _ url: String, _ size: Int
    ) async throws {
        #expect(try await ParametersSample(url).decode(as: Wrapped.self).size == size)
        let error = try await ParametersSample("/x?size=a").error(decoding: Wrapped.self)
        #expect(error == ParametersError([.mistyped(name: "size", found: "a", expected: "Int")]))
    }

    /// A number or a text, found by trying.
    enum Either: Decodable, Equatable, Sendable {
        case number(Int)
        case text(String)
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int.self) {
                self = .number(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }
    }

    @Test func `a custom initialiser may try one type after another`() async throws {
        let sample = ParametersSample("/x?a=1&b=c")
        #expect(try await sample.decode() == ["a": Either.number(1), "b": .text("c")])
    }

    @Test func `a custom initialiser gets the standard library's errors`() async throws {
        struct Choosy: Decodable {
            let found: String
            enum CodingKeys: CodingKey { case missing, wrong, null }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                var found = ""
                for key in [CodingKeys.missing, .wrong, .null] {
                    do {
                        _ = try container.decode(Int.self, forKey: key)
                    } catch DecodingError.keyNotFound(let key, let context) {
                        found += "keyNotFound \(key.stringValue) \(context.codingPath.count) "
                    } catch DecodingError.typeMismatch(_, let context) {
                        found += "typeMismatch \(context.debugDescription) "
                    } catch DecodingError.valueNotFound {
                        found += "valueNotFound"
                    }
                }
                self.found = found
            }
        }
        let sample = try ParametersSample("/x?wrong=a", json: #"{"null":null}"#)
        let expected = "keyNotFound missing 1 typeMismatch the request has no Int here valueNotFound"
        #expect(try await sample.decode(as: Choosy.self).found == expected)
    }

    /// The less common requests to a decoder.
    struct Odd: Decodable, Sendable {
        let pair: [Int]
        let inner: String
        let list: String
        let big: Int128
        let names: [String]
        enum CodingKeys: String, CodingKey { case pair, inner, list, big, mode = "openid.mode" }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            var pair = try container.nestedUnkeyedContainer(forKey: .pair)
            self.pair = [try pair.decode(Int.self), try pair.decodeNil() ? 0 : pair.decode(Int.self)]
            inner = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .inner).decode(
                String.self, forKey: .mode)
            list = try container.decode(String.self, forKey: .mode)
            big = try container.decodeIfPresent(Int128.self, forKey: .big) ?? 0
            names = container.allKeys.map(\.stringValue)
        }
    }

    @Test func `a custom initialiser may use nested containers and names with dots`() async throws {
        let sample = ParametersSample("/x?pair=1&pair=2&inner.openid.mode=a&openid.mode=b&big=5")
        let odd = try await sample.decode(as: Odd.self)
        #expect(odd.pair == [1, 2])
        #expect(odd.inner == "a")
        #expect(odd.list == "b")
        #expect(odd.big == 5)
        #expect(odd.names == ["big", "inner", "pair"])
    }

    @Test func `the faults in nested containers of a custom initialiser are reported`() async throws {
        let error = try await ParametersSample("/x?pair=a&inner=b").error(decoding: Odd.self)
        #expect(
            error
                == ParametersError([
                    .mistyped(name: "pair", found: "a", expected: "Int"),
                    .mistyped(name: "inner", found: "b", expected: "object (as inner.NAME=VALUE)"),
                    .missing(name: "inner.openid.mode", expected: "String"),
                    .missing(name: "openid.mode", expected: "String"),
                ]))
    }

    class Base: Decodable { let id: Int }
    final class Derived: Base {
        let name: String
        enum CodingKeys: CodingKey { case name }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            try super.init(from: container.superDecoder())
        }
    }

    @Test func `a custom initialiser may decode a superclass`() async throws {
        let found = try await ParametersSample("/x?name=a&super.id=1").read { request in
            let derived = try request.decode(as: Derived.self)
            return "\(derived.name) \(derived.id)"
        }
        #expect(found == "a 1")
    }
}
