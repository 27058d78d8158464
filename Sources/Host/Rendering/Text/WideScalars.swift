/// The scalars of two columns: East_Asian_Width W or F in EastAsianWidth.txt of Unicode 18.0 (UAX #11), without those that
/// are emoji by themselves, which the standard library knows.
///
/// Code points between two ranges that are combining, or not assigned yet, are taken into the ranges around them.
enum WideScalars {
    private static let ranges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E, 0x3041...0x3247,
        0x3250...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE6B, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x191D2, 0x1AFF0...0x1B2FB, 0x1D300...0x1D376, 0x1F1AE...0x1F1AE,
        0x1F200...0x1F265, 0x1F6D9...0x1F6D9, 0x1F7DA...0x1F7DA, 0x1FA8B...0x1FAFA, 0x20000...0x3FFFD,
    ]

    /// Whether a scalar is wide by itself.
    static func contains(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x1100 else { return false }
        if scalar.properties.isEmojiPresentation { return !(0x1F1E6...0x1F1FF).contains(scalar.value) }
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(scalar.value)
    }
}
