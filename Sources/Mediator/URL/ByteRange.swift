/// A part of a text that is not longer than `RouteURL.maximumLength`, in UTF-8 bytes.
struct ByteRange: Sendable {
    let start: UInt16
    let end: UInt16

    static let empty = ByteRange(0, 0)

    @inline(__always) init(_ start: Int, _ end: Int) {
        self.start = UInt16(truncatingIfNeeded: start)
        self.end = UInt16(truncatingIfNeeded: end)
    }

    @inline(__always) var lowerBound: Int { Int(start) }
    @inline(__always) var upperBound: Int { Int(end) }
    @inline(__always) var range: Range<Int> { Int(start)..<Int(end) }
    @inline(__always) var count: Int { Int(end) - Int(start) }
}
