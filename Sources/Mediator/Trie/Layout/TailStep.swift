/// What a step of a tail asks of the path; a tail begins with the four bytes of its pattern's number.
enum TailStep {
    static let end: UInt8 = 0
    /// Two bytes with the number of segments, two of length, and the text follow.
    static let literal: UInt8 = 1
    static let plain: UInt8 = 2
    /// Four bytes of a parameter's number follow.
    static let special: UInt8 = 3
    static let wildcard: UInt8 = 4
    static let optionalWildcard: UInt8 = 5

    /// Where a tail's first step begins.
    static let first = 4
    /// Where the text of a literal begins, from the step on.
    static let text = 5
}

/// A literal step of a tail.
struct TailLiteral {
    let text: UnsafeRawPointer
    let length: Int
    let span: Int

    @inline(__always) init(_ step: UnsafeRawPointer) {
        span = Int(step.loadUnaligned(fromByteOffset: 1, as: UInt16.self))
        length = Int(step.loadUnaligned(fromByteOffset: 3, as: UInt16.self))
        text = step + TailStep.text
    }

    /// The step behind it.
    @inline(__always) var next: UnsafeRawPointer { text + length }
}
