/// Finds the segments of a path that is its own decoded and normalised text, eight bytes at a time.
struct PathScan {
    private let path: UnsafeRawPointer
    private let end: Int
    private let starts: UnsafeMutablePointer<UInt16>
    private var hasDots = false

    /// The longest path whose slashes are the bits of one word; longer ones are looked at byte by byte.
    private static let shortLength = 64
    private static let lows: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    private static let highs: UInt64 = 0x8080_8080_8080_8080
    private static let slash: UInt64 = 0x2F2F_2F2F_2F2F_2F2F
    private static let percent: UInt64 = 0x2525_2525_2525_2525
    private static let dot: UInt64 = 0x2E2E_2E2E_2E2E_2E2E
    private static let filler: UInt64 = 0x3030_3030_3030_3030

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
        var place = range.lowerBound
        while place < range.upperBound, Bytes.byte(path, place) == UInt8(ascii: "/") { place &+= 1 }
        starts[0] = UInt16(truncatingIfNeeded: place)
        var scan = PathScan(path, end: range.upperBound, starts: starts)
        let count = range.upperBound &- place <= shortLength ? scan.count(from: place) : scan.countByBytes(from: place)
        guard count >= 0 else { return nil }
        let segments = PathSegments(bytes: path, starts: starts, count: count)
        return scan.hasDots && segments.haveDots ? nil : segments
    }

    /// Writes where the segments of a short path start; -1 where there is an escape or an empty segment.
    @inline(__always) private mutating func count(from start: Int) -> Int {
        guard var slashes = slashes(from: start), slashes & slashes << 1 == 0 else { return -1 }
        var count = 0
        while slashes != 0 {
            count &+= 1
            starts[count] = UInt16(truncatingIfNeeded: start &+ slashes.trailingZeroBitCount &+ 1)
            slashes &= slashes &- 1
        }
        return close(count)
    }

    /// The number of segments: a slash at the end has closed the last one.
    @inline(__always) private func close(_ count: Int) -> Int {
        guard Int(starts[count]) < end else { return count }
        starts[count &+ 1] = UInt16(truncatingIfNeeded: end &+ 1)
        return count &+ 1
    }

    /// Which bytes of a short path are slashes, the first as the lowest bit; `nil` where there is an escape.
    @inline(__always) private mutating func slashes(from start: Int) -> UInt64? {
        var slashes: UInt64 = 0
        var place = start
        while place &+ 8 <= end {
            guard let found = look(at: Bytes.word(path, place).littleEndian) else { return nil }
            slashes |= found &<< UInt64(truncatingIfNeeded: place &- start)
            place &+= 8
        }
        guard place < end else { return slashes }
        // What stands behind the end has no meaning.
        let filler = Self.filler &<< UInt64(truncatingIfNeeded: (end &- place) &* 8)
        guard let found = look(at: Bytes.word(path, from: place, to: end, limit: end) | filler) else { return nil }
        return slashes | found &<< UInt64(truncatingIfNeeded: place &- start)
    }

    /// Which of eight bytes are slashes; `nil` where one is the beginning of an escape.
    @inline(__always) private mutating func look(at word: UInt64) -> UInt64? {
        // Most words have no byte before `/` in ASCII.
        if (word &- Self.slash) & ~word & Self.highs != 0 {
            if Self.zeros(word ^ Self.percent) != 0 { return nil }
            hasDots = hasDots || Self.zeros(word ^ Self.dot) != 0
        }
        // A multiplication brings the eight bits together.
        return ((Self.zeros(word ^ Self.slash) &>> 7) &* 0x0102_0408_1020_4080) &>> 56
    }

    /// The high bit of each byte that is zero, and only of these.
    @inline(__always) private static func zeros(_ word: UInt64) -> UInt64 {
        ~((word & lows) &+ lows | word | lows)
    }

    /// The same as `count(from:)` for a path of any length, and -1 for too many segments.
    @inline(never) private func countByBytes(from start: Int) -> Int {
        var count = 0
        for place in start..<end {
            switch Bytes.byte(path, place) {
            case UInt8(ascii: "/"):
                guard Int(starts[count]) < place, count < PathSegments.room else { return -1 }
                count += 1
                starts[count] = UInt16(truncatingIfNeeded: place + 1)
            case UInt8(ascii: "%"): return -1
            default: break
            }
        }
        let total = close(count)
        return PathSegments(bytes: path, starts: starts, count: total).haveDots ? -1 : total
    }
}
