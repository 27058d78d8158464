/// A path with the places of its segments, each divided from the next by exactly one byte.
///
/// The bytes are the decoded text of the path: either the path itself, where that is so (`scan`), or a decoded copy.
struct PathSegments {
    let bytes: UnsafeRawPointer
    /// Where each segment starts; one more start, behind the last segment and its slash, stands at `count`.
    let starts: UnsafePointer<UInt16>
    let count: Int

    /// How many segments a scan has room for.
    static let room = 64
    /// How many starts a scan may write.
    static let startCount = room + 2

    @inline(__always) func start(_ segment: Int) -> Int { Int(starts[segment]) }

    /// The end of a segment, without the slash behind it.
    @inline(__always) func end(_ segment: Int) -> Int { Int(starts[segment &+ 1]) &- 1 }

    /// The bytes of a segment.
    @inline(__always) subscript(_ segment: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: bytes + start(segment), count: end(segment) - start(segment))
    }

    /// The bytes of all segments from one on, with the slashes between them.
    func rest(from segment: Int) -> Range<Int> { segment < count ? start(segment)..<end(count - 1) : 0..<0 }

    /// Whether the segments from one on are those of a literal.
    @inline(__always) func isText(_ literal: TailLiteral, at segment: Int) -> Bool {
        guard segment &+ literal.span <= count else { return false }
        let start = start(segment)
        guard end(segment &+ literal.span &- 1) &- start == literal.length else { return false }
        return Bytes.equal(literal.text, bytes + start, count: literal.length)
    }

    /// Whether some segment is nothing but one dot or two.
    @inline(never) var haveDots: Bool {
        (0..<count).contains { segment in
            let text = self[segment]
            return text.count <= 2 && text.allSatisfy { $0 == UInt8(ascii: ".") }
        }
    }
}
