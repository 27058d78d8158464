/// The section headers, which a library need not have: whatever it is loaded by is in its program headers.
struct ELFSections: Sendable {
    private static let entrySize = 64

    private let file: ELFView
    private let table: ELFView
    /// Which section holds the names; 0 for none.
    private let namesIndex: Int

    init(_ file: ELFView) throws(ELFError) {
        let header = try file.view(.header, offset: 0, size: 64)
        let offset = try header.uint64(at: 40)
        let (entrySize, entries) = (UInt64(try header.uint16(at: 58)), UInt64(try header.uint16(at: 60)))
        let isPresent = offset != 0 && entries != 0
        guard !isPresent || entrySize == Self.entrySize else {
            throw .entrySize(.sectionHeaders, found: entrySize, expected: UInt64(Self.entrySize))
        }
        self.file = file
        table = try file.table(
            .sectionHeaders, offset: isPresent ? offset : 0, entries: isPresent ? entries : 0, entrySize: entrySize)
        namesIndex = isPresent ? Int(try header.uint16(at: 62)) : 0
    }

    /// The content of the first section of a name that has some; `nil` where there is none.
    func section(_ name: String, as part: ELFPart) throws(ELFError) -> ELFView? {
        guard namesIndex != 0 else { return nil }
        let names = try ELFStringTable(content(at: namesIndex * Self.entrySize, as: .sectionNames))
        let withoutContent: UInt32 = 8
        for start in stride(from: 0, to: table.count, by: Self.entrySize) {
            guard try names.string(at: UInt64(try table.uint32(at: start))) == name,
                try table.uint32(at: start + 4) != withoutContent
            else { continue }
            return try content(at: start, as: part)
        }
        return nil
    }

    private func content(at start: Int, as part: ELFPart) throws(ELFError) -> ELFView {
        try file.view(part, offset: table.uint64(at: start + 24), size: table.uint64(at: start + 32))
    }
}
