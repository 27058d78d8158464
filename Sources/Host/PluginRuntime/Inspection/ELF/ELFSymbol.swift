/// A symbol that a library defines for others.
struct ELFSymbol: Sendable {
    static let entrySize = 24

    /// What a symbol stands for (`STT_OBJECT`, `STT_FUNC`).
    enum Kind: UInt8 {
        case object = 1
        case function = 2
    }

    /// `nil` for other kinds.
    let kind: Kind?
    /// Where the name begins in the string table.
    let name: Int

    /// Reads an entry; `nil` for a symbol that is only used, or local to the library.
    init?(_ table: ELFView, at start: Int) throws(ELFError) {
        let (undefined, local) = (UInt16(0), UInt8(0))
        guard try table.uint16(at: start + 6) != undefined else { return nil }
        let info = try table.byte(at: start + 4)
        guard info >> 4 != local else { return nil }
        kind = Kind(rawValue: info & 0xF)
        name = Int(try table.uint32(at: start))
    }
}
