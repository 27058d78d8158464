/// A parameter with a type or text around it, as a frozen trie keeps it.
struct FrozenParameter: BitwiseCopyable {
    enum Kind {
        static let any: UInt32 = 0
        static let integer: UInt32 = 1
        static let unsigned: UInt32 = 2
        static let decimal: UInt32 = 3
        static let uuid: UInt32 = 4
        static let slug: UInt32 = 5
        static let alternatives: UInt32 = 6
        static let characters: UInt32 = 7
    }

    var kind = Kind.any
    /// How specific the parameter is.
    var specificity: UInt32 = 0
    var prefix = TextRange()
    var suffix = TextRange()
    /// The texts that the value may be.
    var firstAlternative: UInt32 = 0
    var alternativeCount: UInt32 = 0
    /// The characters of ASCII that the value may have.
    var low: UInt64 = 0
    var high: UInt64 = 0
    /// 1 where it may have others.
    var beyondASCII: UInt32 = 0
    var minimum: UInt32 = 0
    var maximum: UInt32 = 0
    var unused: UInt32 = 0

    var alternatives: Range<Int> { Int(firstAlternative)..<Int(firstAlternative) + Int(alternativeCount) }
    var characters: CharacterClass { CharacterClass(low: low, high: high, beyondASCII: beyondASCII == 1) }

    /// Where the value is within a segment, or `nil` where the segment does not fit.
    func value(in segment: UnsafeRawBufferPointer, _ layout: TrieLayout.Pointer) -> Range<Int>? {
        let (before, behind) = (Int(prefix.count), Int(suffix.count))
        guard segment.count > before + behind, let start = segment.baseAddress,
            layout.isText(prefix, at: start), layout.isText(suffix, at: start + segment.count - behind)
        else { return nil }
        let range = before..<(segment.count - behind)
        return accepts(UnsafeRawBufferPointer(rebasing: segment[range]), layout) ? range : nil
    }

    private func accepts(_ value: UnsafeRawBufferPointer, _ layout: TrieLayout.Pointer) -> Bool {
        switch kind {
        case Kind.any: true
        case Kind.integer: Recognizer.isInteger(value, signed: true)
        case Kind.unsigned: Recognizer.isInteger(value, signed: false)
        case Kind.decimal: Recognizer.isDecimal(value)
        case Kind.uuid: Recognizer.isUUID(value)
        case Kind.slug: Recognizer.isSlug(value)
        case Kind.alternatives: isAlternative(value, layout)
        default: value.count >= Int(minimum) && value.count <= Int(maximum) && value.allSatisfy(characters.contains)
        }
    }

    private func isAlternative(_ value: UnsafeRawBufferPointer, _ layout: TrieLayout.Pointer) -> Bool {
        for place in alternatives {
            let text = layout.alternative(place)
            if Int(text.count) == value.count, let start = value.baseAddress, layout.isText(text, at: start) {
                return true
            }
        }
        return false
    }
}
