/// A program header: a range of the file, and the address at which it is loaded.
struct ELFSegment: Sendable {
    static let entrySize = 56

    /// What the segment is for (`p_type`).
    enum Kind: UInt32 {
        case loaded = 1
        case dynamic = 2
        case notes = 4
    }

    /// `nil` for a segment that this reader has no use for.
    let kind: Kind?
    let offset: UInt64
    let address: UInt64
    /// The size in the file; the memory beyond it is filled with zeros.
    let size: UInt64

    /// All segments of a file.
    static func all(_ file: ELFView) throws(ELFError) -> [ELFSegment] {
        let header = try file.view(.header, offset: 0, size: 64)
        let (size, entries) = (UInt64(try header.uint16(at: 54)), UInt64(try header.uint16(at: 56)))
        guard entries == 0 || size == entrySize else {
            throw .entrySize(.programHeaders, found: size, expected: UInt64(entrySize))
        }
        let offset = entries == 0 ? 0 : try header.uint64(at: 32)
        let table = try file.table(.programHeaders, offset: offset, entries: entries, entrySize: size)
        var segments: [ELFSegment] = []
        for start in stride(from: 0, to: table.count, by: entrySize) {
            segments.append(try ELFSegment(table, at: start))
        }
        return segments
    }

    private init(_ table: ELFView, at start: Int) throws(ELFError) {
        kind = Kind(rawValue: try table.uint32(at: start))
        offset = try table.uint64(at: start + 8)
        address = try table.uint64(at: start + 16)
        size = try table.uint64(at: start + 32)
    }
}
