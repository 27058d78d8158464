/// The data of a pattern in a frozen trie, besides its way through the trie.
struct FrozenPattern: BitwiseCopyable {
    /// The pattern in its written form.
    var text: TextRange
    var firstName: UInt32
    var nameCount: UInt32
    var firstType: UInt32
    var typeCount: UInt32
    /// The priority; the higher one goes first.
    var priority: Int64
    /// The number of another pattern of this shape, plus 1.
    var next: UInt32
    /// 1 for a wildcard that may be empty.
    var allowsNone: UInt32

    var names: Range<Int> { Int(firstName)..<Int(firstName) + Int(nameCount) }
    var types: Range<Int> { Int(firstType)..<Int(firstType) + Int(typeCount) }
}

/// A parameter with a type or text around it, in its form for a frozen trie.
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
    /// The rank of the parameter.
    var specificity: UInt32 = 0
    var prefix = TextRange()
    var suffix = TextRange()
    /// The first of the texts that the value may be.
    var firstAlternative: UInt32 = 0
    var alternativeCount: UInt32 = 0
    /// The ASCII characters that the value may have.
    var low: UInt64 = 0
    var high: UInt64 = 0
    /// 1 if the value may have other characters.
    var beyondASCII: UInt32 = 0
    var minimum: UInt32 = 0
    var maximum: UInt32 = 0
    var unused: UInt32 = 0

    var alternatives: Range<Int> { Int(firstAlternative)..<Int(firstAlternative) + Int(alternativeCount) }
    var characters: CharacterClass { CharacterClass(low: low, high: high, beyondASCII: beyondASCII == 1) }

    /// Returns the place of the value within a segment, or `nil` if the segment does not match.
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

extension FrozenParameter {
    /// Freezes a parameter; the closures store texts in the trie and return their places.
    init(
        _ parameter: PatternParameter, text: (String) -> TextRange, alternatives: ([String]) -> Range<Int>
    ) {
        specificity = Specificity(parameter).value
        prefix = text(parameter.prefix)
        suffix = text(parameter.suffix)
        switch parameter.type?.shape {
        case nil: kind = Kind.any
        case .integer: kind = Kind.integer
        case .unsigned: kind = Kind.unsigned
        case .decimal: kind = Kind.decimal
        case .uuid: kind = Kind.uuid
        case .slug: kind = Kind.slug
        case .alternatives(let texts):
            let range = alternatives(texts)
            (kind, firstAlternative, alternativeCount) = (
                Kind.alternatives, UInt32(range.lowerBound), UInt32(range.count)
            )
        case .characters(let characters, let minimum, let maximum):
            kind = Kind.characters
            (low, high, beyondASCII) = (characters.low, characters.high, characters.beyondASCII ? 1 : 0)
            (self.minimum, self.maximum) = (UInt32(clamping: minimum), UInt32(clamping: maximum))
        }
    }

    /// Returns the rule of its type.
    func shape(_ layout: TrieLayout) -> ParameterType.Shape {
        switch kind {
        case Kind.integer: .integer
        case Kind.unsigned: .unsigned
        case Kind.decimal: .decimal
        case Kind.uuid: .uuid
        case Kind.slug: .slug
        case Kind.alternatives: .alternatives(alternatives.map { layout.text(layout.alternatives[$0]) })
        default: .characters(characters, minimum: Int(minimum), maximum: Int(maximum))
        }
    }
}

/// A module's own type: its name, and a parameter of that type and no name.
struct FrozenType: BitwiseCopyable {
    var name: TextRange
    var parameter: UInt32
}

/// A pattern with optional groups, from its first group on.
struct FrozenGroup: BitwiseCopyable {
    var firstStep: UInt32
    var stepCount: UInt32
    /// The pattern's number.
    var pattern: UInt32

    var steps: Range<Int> { Int(firstStep)..<Int(firstStep) + Int(stepCount) }
}

/// One step of a pattern with optional groups.
struct GroupStep: BitwiseCopyable {
    enum Kind {
        static let literal: UInt32 = 0
        static let plain: UInt32 = 1
        static let special: UInt32 = 2
        static let wildcard: UInt32 = 3
        static let optionalWildcard: UInt32 = 4
        /// The group that begins here may be skipped by continuing at the step `value`, counted from the first.
        static let orSkip: UInt32 = 5
    }

    var kind: UInt32
    /// The place of the name among the pattern's names.
    var name: UInt32 = 0
    /// The start of a literal's text, the number of a parameter, or a step.
    var value: UInt32 = 0
    var length: UInt32 = 0

    var text: TextRange { TextRange(start: value, count: length) }
}

/// The numbers of further segments after which some pattern ends: a bit for each number up to 14, and one for all
/// above.
struct DepthMask: BitwiseCopyable, Equatable {
    private(set) var bits: UInt16 = 0

    /// The end itself.
    static let here = DepthMask(bits: 1)
    /// Any number.
    static let any = DepthMask(bits: .max)
    /// Any number but none.
    static let more = DepthMask(bits: .max - 1)

    /// Returns the mask of exactly one number.
    @inline(__always) static func exactly(_ count: Int) -> DepthMask { DepthMask(bits: 1 << UInt16(min(count, 15))) }

    @inline(__always) func contains(_ count: Int) -> Bool {
        bits &>> UInt16(truncatingIfNeeded: min(count, 15)) & 1 != 0
    }

    var isEmpty: Bool { bits == 0 }

    /// Returns the mask as seen from a number of segments before.
    func behind(_ segments: Int = 1) -> DepthMask {
        (0..<min(segments, 16)).reduce(self) { mask, _ in DepthMask(bits: mask.bits << 1 | mask.bits & 0x8000) }
    }

    mutating func formUnion(_ other: DepthMask) { bits |= other.bits }
}
