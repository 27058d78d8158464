extension StringProtocol {
    /// The text in Unicode's normalization form C (UAX #15): canonically equivalent texts, which are equal strings,
    /// have equal bytes in it. Linear in the length; ASCII is only looked at.
    var composed: String {
        if isCertainlyComposed { return String(self) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        // The standard library makes this form for the hash of a string, and has no other interface to it.
        String(self)._withNFCCodeUnits { bytes.append($0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the bytes are those of the composed text.
    var isComposed: Bool { isCertainlyComposed || composed.utf8.elementsEqual(utf8) }

    /// Whether each byte belongs to a character that is composed next to any other: below U+0300, or U+4000 to U+9FFF.
    private var isCertainlyComposed: Bool { utf8.allSatisfy { $0 < 0xCC || (0xE4...0xE9).contains($0) } }
}
