/// A pattern with optional groups, from the first of them on.
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
        /// The group that begins here may be left out by going on at the step `value`, counted from the first.
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
