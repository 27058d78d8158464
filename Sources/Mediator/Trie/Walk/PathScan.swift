/// Finds the segments of a path that is its own decoded and normalised text, sixty-four bytes at a time.
struct PathScan {
    private let path: UnsafeRawPointer
    private let end: Int
    private let starts: UnsafeMutablePointer<UInt16>
    private var count = 0
    /// Not zero where some byte is `%` or `.`.
    private var suspects: UInt64 = 0

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let lows: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    private static let highs: UInt64 = 0x8080_8080_8080_8080
    private static let slashes = ones &* UInt64(UInt8(ascii: "/"))
    private static let percents = ones &* UInt64(UInt8(ascii: "%"))
    private static let dots = ones &* UInt64(UInt8(ascii: "."))

    @inline(__always) private init(
        _ path: UnsafeRawPointer, end: Int, starts: UnsafeMutablePointer<UInt16>
    ) {
        self.path = path
        self.end = end
        self.starts = starts
    }

    /// The segments of a part of a text; slashes before the first one are passed over.
    ///
    /// - Returns: `nil` for a path with escapes, dot segments, empty segments or more segments than there is room for.
    @inline(__always) static func segments(
        _ path: UnsafeRawPointer, _ range: Range<Int>, starts: UnsafeMutablePointer<UInt16>
    ) -> PathSegments? {
        var scan = PathScan(path, end: range.upperBound, starts: starts)
        guard scan.run(from: range.lowerBound) else { return nil }
        if scan.suspects != 0, scan.needsDecoding { return nil }
        return PathSegments(bytes: path, starts: starts, count: scan.count, limit: range.upperBound)
    }

    /// Whether the scan has come to the end.
    @inline(__always) private mutating func run(from lowerBound: Int) -> Bool {
        var place = lowerBound
        while place < end, Bytes.byte(path, place) == UInt8(ascii: "/") { place &+= 1 }
        starts[0] = UInt16(truncatingIfNeeded: place)
        guard place < end else { return true }
        var isBehindSlash: UInt64 = 0
        while place < end {
            var slashes = mask(from: place)
            if slashes & (slashes << 1 | isBehindSlash) != 0 { return false }
            isBehindSlash = slashes >> 63
            if count &+ 32 >= PathSegments.room { return false }
            while slashes != 0 {
                count &+= 1
                starts[count] = UInt16(truncatingIfNeeded: place &+ slashes.trailingZeroBitCount &+ 1)
                slashes &= slashes &- 1
            }
            place &+= 64
        }
        // A slash at the end has closed the last segment.
        if Int(starts[count]) < end {
            count &+= 1
            starts[count] = UInt16(truncatingIfNeeded: end &+ 1)
        }
        return true
    }

    /// Which of up to sixty-four bytes are slashes, the first as the lowest bit.
    @inline(__always) private mutating func mask(from start: Int) -> UInt64 {
        var mask: UInt64 = 0
        var place = start
        let last = min(end, start &+ 64)
        while place < last {
            let word = Bytes.word(path, from: place, to: min(place &+ 8, last), limit: end)
            mask |= Self.packed(Self.zeros(word ^ Self.slashes)) &<< UInt64(truncatingIfNeeded: place &- start)
            suspects |= Self.someZeros(word ^ Self.percents) | Self.someZeros(word ^ Self.dots)
            place &+= 8
        }
        return mask
    }

    /// The bytes of a word that are zero, as their high bits.
    @inline(__always) private static func zeros(_ word: UInt64) -> UInt64 {
        ~((word & lows) &+ lows | word | lows)
    }

    /// The same, but with others above the first one; cheaper.
    @inline(__always) private static func someZeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & highs }

    /// The high bits of the eight bytes as the lowest eight bits.
    @inline(__always) private static func packed(_ highs: UInt64) -> UInt64 {
        ((highs &>> 7) &* 0x0102_0408_1020_4080) &>> 56
    }

    /// Whether there really are escapes or dot segments.
    @inline(never) private var needsDecoding: Bool {
        let bytes = UnsafeRawBufferPointer(start: path, count: end)
        if bytes[Int(starts[0])...].contains(UInt8(ascii: "%")) { return true }
        return (0..<count).contains { segment in
            let text = bytes[Int(starts[segment])..<(Int(starts[segment + 1]) - 1)]
            return text.count <= 2 && text.allSatisfy { $0 == UInt8(ascii: ".") }
        }
    }
}
