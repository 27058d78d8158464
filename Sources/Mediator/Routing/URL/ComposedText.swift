extension StringProtocol {
    /// The text in Unicode's normalization form C (UAX #15); equal strings then have equal bytes.
    ///
    /// Complexity: linear in the length. ASCII text is only checked.
    var composed: String {
        if isCertainlyComposed { return String(self) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        // The standard library creates this form to hash a string, and has no other interface for it.
        String(self)._withNFCCodeUnits { bytes.append($0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the text is already composed.
    var isComposed: Bool { isCertainlyComposed || composed.utf8.elementsEqual(utf8) }

    /// Whether no character can need composing: all characters are below U+0300 or in U+4000 to U+9FFF.
    private var isCertainlyComposed: Bool { utf8.allSatisfy { $0 < 0xCC || (0xE4...0xE9).contains($0) } }
}
