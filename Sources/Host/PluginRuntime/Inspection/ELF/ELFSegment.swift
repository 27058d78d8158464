/// A program header: a range of the file, and the address at which it is loaded.
struct ELFSegment: Sendable {
    static let entrySize = 56

    /// What the segment is for (`p_type`).
    enum Kind: UInt32 {
        case loaded = 1
        case dynamic = 2
    }

    /// `nil` for a segment that this reader has no use for.
    let kind: Kind?
    let offset: UInt64
    let address: UInt64
    /// The size in the file; the memory beyond it is filled with zeros.
    let size: UInt64

    init(_ table: ELFView, at start: Int) throws(ELFError) {
        kind = Kind(rawValue: try table.uint32(at: start))
        offset = try table.uint64(at: start + 8)
        address = try table.uint64(at: start + 16)
        size = try table.uint64(at: start + 32)
    }
}
