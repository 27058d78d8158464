extension StringProtocol {
    /// The text in Unicode's normalization form C (UAX #15), in which canonically equivalent texts, which are equal
    /// strings, have equal bytes; linear in the length, and ASCII is only checked.
    var composed: String {
        if isCertainlyComposed { return String(self) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        // The standard library makes this form to hash a string, and offers no other interface to it.
        String(self)._withNFCCodeUnits { bytes.append($0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the text is already composed.
    var isComposed: Bool { isCertainlyComposed || composed.utf8.elementsEqual(utf8) }

    /// Whether each byte belongs to a character that never composes with others: below U+0300, or U+4000 to U+9FFF.
    private var isCertainlyComposed: Bool { utf8.allSatisfy { $0 < 0xCC || (0xE4...0xE9).contains($0) } }
}
