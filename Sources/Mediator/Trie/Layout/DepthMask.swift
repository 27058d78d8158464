/// After how many further segments some pattern ends: a bit for each number up to 14, and one for all above.
struct DepthMask: BitwiseCopyable, Equatable {
    private(set) var bits: UInt16 = 0

    /// The end itself.
    static let here = DepthMask(bits: 1)
    /// Any number.
    static let any = DepthMask(bits: .max)
    /// Any number but none.
    static let more = DepthMask(bits: .max - 1)

    /// Exactly so many.
    @inline(__always) static func exactly(_ count: Int) -> DepthMask { DepthMask(bits: 1 << UInt16(min(count, 15))) }

    @inline(__always) func contains(_ count: Int) -> Bool {
        bits &>> UInt16(truncatingIfNeeded: min(count, 15)) & 1 != 0
    }

    var isEmpty: Bool { bits == 0 }

    /// The same seen from a number of segments before.
    func behind(_ segments: Int = 1) -> DepthMask {
        (0..<min(segments, 16)).reduce(self) { mask, _ in DepthMask(bits: mask.bits << 1 | mask.bits & 0x8000) }
    }

    mutating func formUnion(_ other: DepthMask) { bits |= other.bits }
}
