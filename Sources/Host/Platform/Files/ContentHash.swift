/// The SHA-256 hash of some content, which identifies the content.
package struct ContentHash: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// 64 hexadecimal digits in lower case.
    package let text: String

    init(words: [UInt32]) {
        text = words.reduce(into: "") { text, word in
            let digits = String(word, radix: 16)
            text += String(repeating: "0", count: 8 - digits.count) + digits
        }
    }

    /// Parses 64 hexadecimal digits in lower case; `nil` for any other text.
    package init?(_ text: some StringProtocol) {
        let text = String(text)
        guard text.utf8.count == 64, text.utf8.allSatisfy(Self.isDigit) else { return nil }
        self.text = text
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
    }

    package static func < (first: ContentHash, second: ContentHash) -> Bool { first.text < second.text }

    package var description: String { text }
}

extension ContentHash: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let hash = ContentHash(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "64 hexadecimal digits are expected")
        }
        self = hash
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
