/// A scan that finds the segments of a path, eight bytes at a time, if the path needs no decoding or normalising.
struct PathScan {
    private let path: UnsafeRawPointer
    private let end: Int
    private let starts: UnsafeMutablePointer<UInt16>
    private var hasDots = false

    /// The number of bytes that are scanned together; with 64 bytes, each byte has one bit of a word.
    private static let partLength = 64
    private static let lows: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    private static let highs: UInt64 = 0x8080_8080_8080_8080
    private static let slash: UInt64 = 0x2F2F_2F2F_2F2F_2F2F
    private static let percent: UInt64 = 0x2525_2525_2525_2525
    private static let dot: UInt64 = 0x2E2E_2E2E_2E2E_2E2E
    private static let filler: UInt64 = 0x3030_3030_3030_3030

    @inline(__always) private init(_ path: UnsafeRawPointer, end: Int, starts: UnsafeMutablePointer<UInt16>) {
        self.path = path
        self.end = end
        self.starts = starts
    }

    /// Returns the segments of the path at a range of a text; slashes before the first segment are skipped.
    ///
    /// - Returns: `nil` for a path with an escape, a dot segment, an empty segment or too many segments (`room`).
    @inline(__always) static func segments(
        _ path: UnsafeRawPointer, _ range: Range<Int>, starts: UnsafeMutablePointer<UInt16>
    ) -> PathSegments? {
        var place = range.lowerBound
        while place < range.upperBound, Bytes.byte(path, place) == UInt8(ascii: "/") { place &+= 1 }
        starts[0] = UInt16(truncatingIfNeeded: place)
        var scan = PathScan(path, end: range.upperBound, starts: starts)
        let count = scan.count(from: place)
        guard count >= 0 else { return nil }
        let segments = PathSegments(bytes: path, starts: starts, count: count)
        return scan.hasDots && segments.haveDots ? nil : segments
    }

    /// Writes the segments' starts, and returns the number of segments; -1 for an escape, an empty segment or too many
    /// segments.
    @inline(__always) private mutating func count(from start: Int) -> Int {
        var (count, place, lastSlash) = (0, start, UInt64(0))
        while place < end {
            let next = min(place &+ Self.partLength, end)
            guard var slashes = slashes(from: place, to: next), slashes & (slashes << 1 | lastSlash) == 0,
                count &+ slashes.nonzeroBitCount <= PathSegments.room
            else { return -1 }
            lastSlash = slashes >> 63
            while slashes != 0 {
                count &+= 1
                starts[count] = UInt16(truncatingIfNeeded: place &+ slashes.trailingZeroBitCount &+ 1)
                slashes &= slashes &- 1
            }
            place = next
        }
        // A slash at the end has already closed the last segment.
        guard Int(starts[count]) < end else { return count }
        starts[count &+ 1] = UInt16(truncatingIfNeeded: end &+ 1)
        return count &+ 1
    }

    /// Returns the slashes among up to 64 bytes as bits, the first byte as the lowest bit; `nil` if there is an escape.
    @inline(__always) private mutating func slashes(from start: Int, to end: Int) -> UInt64? {
        var slashes: UInt64 = 0
        var place = start
        while place &+ 8 <= end {
            guard let found = look(at: Bytes.word(path, place).littleEndian) else { return nil }
            slashes |= found &<< UInt64(truncatingIfNeeded: place &- start)
            place &+= 8
        }
        guard place < end else { return slashes }
        // Bytes after the end are replaced by a filler, which is neither a slash, a dot nor a percent sign.
        let filler = Self.filler &<< UInt64(truncatingIfNeeded: (end &- place) &* 8)
        guard let found = look(at: Bytes.word(path, from: place, to: end, limit: end) | filler) else { return nil }
        return slashes | found &<< UInt64(truncatingIfNeeded: place &- start)
    }

    /// Returns the slashes among eight bytes; `nil` if one byte begins an escape.
    @inline(__always) private mutating func look(at word: UInt64) -> UInt64? {
        // Most words have no byte below `/` in ASCII, so they contain neither `%` nor `.`.
        if (word &- Self.slash) & ~word & Self.highs != 0 {
            if Self.zeros(word ^ Self.percent) != 0 { return nil }
            hasDots = hasDots || Self.zeros(word ^ Self.dot) != 0
        }
        // The multiplication collects the eight bits, one of each byte, in the highest byte.
        return ((Self.zeros(word ^ Self.slash) &>> 7) &* 0x0102_0408_1020_4080) &>> 56
    }

    /// Returns a word with the high bit set in each byte that is zero in `word`, and only in these bytes.
    @inline(__always) private static func zeros(_ word: UInt64) -> UInt64 {
        ~((word & lows) &+ lows | word | lows)
    }
}

/// A path with the positions of its segments; exactly one byte, a slash, is between two segments.
///
/// The bytes are the decoded text of the path: the path itself if it needs no decoding (`PathScan`), otherwise a copy.
struct PathSegments {
    let bytes: UnsafeRawPointer
    /// The start of each segment; at index `count`, the start that another segment would have after a slash.
    let starts: UnsafePointer<UInt16>
    let count: Int

    /// The maximum number of segments of a scan.
    static let room = 64
    /// The maximum number of starts that a scan writes.
    static let startCount = room + 2

    @inline(__always) func start(_ segment: Int) -> Int { Int(starts[segment]) }

    /// Returns the end of a segment, without the slash after it.
    @inline(__always) func end(_ segment: Int) -> Int { Int(starts[segment &+ 1]) &- 1 }

    @inline(__always) subscript(_ segment: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: bytes + start(segment), count: end(segment) - start(segment))
    }

    /// Whether a segment consists of one or two dots.
    @inline(never) var haveDots: Bool {
        (0..<count).contains { segment in
            let text = self[segment]
            return text.count <= 2 && text.allSatisfy { $0 == UInt8(ascii: ".") }
        }
    }
}

/// Access to bytes in memory, eight at a time.
enum Bytes {
    /// Returns whether the memory at two addresses has equal bytes.
    @inline(__always) static func equal(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, count: Int) -> Bool {
        if count < 8 { return equalShort(first, second, count: count) }
        var offset = 0
        while offset + 8 < count {
            guard word(first, offset) == word(second, offset) else { return false }
            offset += 8
        }
        // The last eight bytes may overlap bytes that were already compared.
        return word(first, count - 8) == word(second, count - 8)
    }

    /// Compares fewer than eight bytes; four or more are compared as two halves, which may overlap.
    @inline(__always) private static func equalShort(
        _ first: UnsafeRawPointer, _ second: UnsafeRawPointer, count: Int
    ) -> Bool {
        if count >= 4 {
            return half(first, 0) == half(second, 0) && half(first, count - 4) == half(second, count - 4)
        }
        for offset in 0..<count where byte(first, offset) != byte(second, offset) { return false }
        return true
    }

    @inline(__always) static func word(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt64 {
        bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }

    @inline(__always) static func byte(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt8 {
        bytes.load(fromByteOffset: offset, as: UInt8.self)
    }

    @inline(__always) private static func half(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt32 {
        bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    }

    /// Returns the first `length` bytes as the low bytes of a word; `length` is at least 1, and eight bytes are read.
    @inline(__always) static func word(_ bytes: UnsafeRawPointer, length: Int) -> UInt64 {
        let unused = UInt64(truncatingIfNeeded: 64 &- length &* 8)
        return (word(bytes, 0).littleEndian &<< unused) &>> unused
    }

    /// Returns up to eight bytes as the low bytes of a word, with zeros above; reads only from offset 0 to `limit`.
    @inline(__always) static func word(_ bytes: UnsafeRawPointer, from start: Int, to end: Int, limit: Int) -> UInt64 {
        let unused = UInt64(truncatingIfNeeded: 64 &- (end &- start) &* 8)
        if end >= 8 { return word(bytes, end &- 8).littleEndian &>> unused }
        if start &+ 8 <= limit { return (word(bytes, start).littleEndian &<< unused) &>> unused }
        return assembled(bytes, from: start, to: end)
    }

    /// Assembles the word byte by byte, for the few texts that have fewer than eight bytes.
    @inline(never) private static func assembled(_ bytes: UnsafeRawPointer, from start: Int, to end: Int) -> UInt64 {
        (start..<end).reversed().reduce(0) { $0 << 8 | UInt64(byte(bytes, $1)) }
    }
}

/// A hash function for a part of a path, which reads sixteen bytes at a time.
enum PathHash {
    private static let first: UInt64 = 0x9FB2_1C65_1E98_DF25
    private static let second: UInt64 = 0xD6E8_FEB8_6659_FD93

    /// Returns the hash of the bytes from `start` to `end`, which are not empty; reads only from offset 0 up to `end`.
    @inline(__always) static func of(_ bytes: UnsafeRawPointer, from start: Int, to end: Int) -> UInt64 {
        let count = end &- start
        if count < 8 { return of(Bytes.word(bytes, from: start, to: end, limit: end)) }
        var hash = UInt64(truncatingIfNeeded: count)
        var place = start
        while end &- place > 16 {
            let word = Bytes.word(bytes, place).littleEndian
            hash = mix(word ^ first ^ hash, Bytes.word(bytes, place &+ 8).littleEndian ^ second)
            place &+= 16
        }
        // The last two words may overlap bytes that were already read.
        let word = Bytes.word(bytes, max(start, end &- 16)).littleEndian
        return mix(word ^ first ^ hash, Bytes.word(bytes, end &- 8).littleEndian ^ second)
    }

    static func of(_ text: UnsafeRawBufferPointer) -> UInt64 {
        guard let base = text.baseAddress, !text.isEmpty else { return 0 }
        return of(base, from: 0, to: text.count)
    }

    /// Returns the hash of a text of fewer than eight bytes, given as the low bytes of a word.
    @inline(__always) static func of(_ word: UInt64) -> UInt64 { mix(word ^ first, second) }

    @inline(__always) private static func mix(_ word: UInt64, _ other: UInt64) -> UInt64 {
        let product = word.multipliedFullWidth(by: other)
        return product.high ^ product.low
    }
}
