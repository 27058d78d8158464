/// The tagged numbers of a dynamic section.
struct ELFDynamicEntries: Sendable {
    /// The meaning of a number (`DT_…`).
    enum Tag: UInt64 {
        case end = 0
        case needed = 1
        case hash = 4
        case strings = 5
        case symbols = 6
        case stringsSize = 10
        case symbolSize = 11
        case soname = 14
        case gnuHash = 0x6FFF_FEF5
        case flags1 = 0x6FFF_FFFB
    }

    /// Where the names of the needed libraries begin in the string table, in their order.
    private(set) var needed: [UInt64] = []
    private var values: [Tag: UInt64] = [:]

    init(_ section: ELFView) throws(ELFError) {
        for start in stride(from: 0, to: section.count, by: 16) {
            guard let tag = Tag(rawValue: try section.uint64(at: start)) else { continue }
            if tag == .end { return }
            let value = try section.uint64(at: start + 8)
            if tag == .needed { needed.append(value) } else { values[tag] = value }
        }
    }

    subscript(tag: Tag) -> UInt64? { values[tag] }

    /// The address of a part that has to be there.
    func address(_ tag: Tag, of part: ELFPart) throws(ELFError) -> UInt64 {
        guard let address = values[tag] else { throw .missing(part) }
        return address
    }
}
