import FoundationEssentials

extension StoredAnswer {
    /// The version of the files: one of another version is dropped.
    private static let formatVersion = "switchboard-answer 1"

    /// The content of a file: a line with version and checksum, then JSON.
    var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts and numbers, which JSON can always say.
        guard let json = try? encoder.encode(self) else { return [] }
        return Array("\(Self.formatVersion) \(Checksum(of: json).value)\n".utf8) + json
    }

    /// Reads the content of a file; `nil` where it is damaged.
    init?(bytes: [UInt8]) {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let json = bytes[(end + 1)...]
        let line = "\(Self.formatVersion) \(Checksum(of: json).value)"
        guard bytes[..<end].elementsEqual(line.utf8),
            let answer = try? JSONDecoder().decode(StoredAnswer.self, from: Data(json)),
            // Times that can be reckoned with.
            [answer.sent, answer.received].allSatisfy((0...Int(UInt32.max) * 100).contains)
        else { return nil }
        self = answer
    }
}
