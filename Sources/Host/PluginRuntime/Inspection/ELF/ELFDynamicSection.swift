/// What a library tells the dynamic linker.
struct ELFDynamicSection: Sendable {
    /// The libraries that it needs (`DT_NEEDED`), in its order.
    let needed: [String]
    /// The folders in which the dynamic linker looks for them first, as they are written (`DT_RPATH`, `DT_RUNPATH`); an empty
    /// one is the working folder.
    let searchPath: [String]
    /// The name that others need it by (`DT_SONAME`).
    let soname: String?
    /// Whether it is an executable after all (`DF_1_PIE`), which the dynamic linker does not open.
    let isExecutable: Bool
    /// The symbols that it defines.
    let symbols: ELFSymbolTable

    init(_ section: ELFView, _ segments: ELFSegments) throws(ELFError) {
        let entries = try ELFDynamicEntries(section)
        let strings = try ELFStringTable(
            segments.view(
                .dynamicStrings, address: entries.address(.strings, of: .dynamicStrings),
                size: entries[.stringsSize] ?? 0))
        var rest = strings.allowance
        var (needed, searchPath): ([String], [String]) = ([], [])
        for offset in entries.needed { needed.append(try strings.string(at: offset, within: &rest)) }
        for offset in [entries[.runpath], entries[.rpath]].compactMap(\.self) {
            let folders = try strings.string(at: offset, within: &rest)
            if !folders.isEmpty { searchPath += Self.parts(folders) }
        }
        guard searchPath.count <= Self.folderLimit else {
            throw .excessive(.dynamicSection, limit: Self.folderLimit)
        }
        (self.needed, self.searchPath) = (needed, searchPath)
        soname = if let offset = entries[.soname] { try strings.string(at: offset, within: &rest) } else { nil }
        isExecutable = (entries[.flags1] ?? 0) & 0x0800_0000 != 0
        symbols = try Self.symbols(entries, segments, strings)
    }

    /// The most folders of a search path.
    private static let folderLimit = 64

    private static func parts(_ searchPath: String) -> [String] {
        searchPath.split(separator: ":", maxSplits: folderLimit, omittingEmptySubsequences: false).map(String.init)
    }

    private static func symbols(
        _ entries: ELFDynamicEntries, _ segments: ELFSegments, _ strings: ELFStringTable
    ) throws(ELFError) -> ELFSymbolTable {
        let entrySize = UInt64(ELFSymbol.entrySize)
        if let found = entries[.symbolSize], found != entrySize {
            throw .entrySize(.dynamicSymbols, found: found, expected: entrySize)
        }
        let table = try segments.view(
            .dynamicSymbols, address: entries.address(.symbols, of: .dynamicSymbols)
        ).table(.dynamicSymbols, offset: 0, entries: symbolCount(entries, segments), entrySize: entrySize)
        return try ELFSymbolTable(table, strings: strings)
    }

    private static func symbolCount(
        _ entries: ELFDynamicEntries, _ segments: ELFSegments
    ) throws(ELFError) -> UInt64 {
        if let plain = entries[.hash], entries[.gnuHash] == nil {
            return try ELFHashTable.symbolCount(plain: segments.view(.hashTable, address: plain))
        }
        let address = try entries.address(.gnuHash, of: .hashTable)
        return try ELFHashTable.symbolCount(gnu: segments.view(.hashTable, address: address))
    }
}

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
        case rpath = 15
        case runpath = 29
        case gnuHash = 0x6FFF_FEF5
        case flags1 = 0x6FFF_FFFB
        case auxiliary = 0x7FFF_FFFD
        case filter = 0x7FFF_FFFF
    }

    /// The most libraries that one may need.
    private static let limit = 1_024

    /// Where the names begin in the string table of the libraries that are opened with it, in their order: those that it
    /// needs, and those whose symbols go before its own (`DT_AUXILIARY`, `DT_FILTER`).
    private(set) var needed: [UInt64] = []
    private var values: [Tag: UInt64] = [:]

    init(_ section: ELFView) throws(ELFError) {
        for start in stride(from: 0, to: section.count, by: 16) {
            guard let tag = Tag(rawValue: try section.uint64(at: start)) else { continue }
            if tag == .end { return }
            let value = try section.uint64(at: start + 8)
            guard [.needed, .auxiliary, .filter].contains(tag) else {
                values[tag] = value
                continue
            }
            guard needed.count < Self.limit else { throw .excessive(.dynamicSection, limit: Self.limit) }
            needed.append(value)
        }
    }

    subscript(tag: Tag) -> UInt64? { values[tag] }

    /// The address of a part that has to be there.
    func address(_ tag: Tag, of part: ELFPart) throws(ELFError) -> UInt64 {
        guard let address = values[tag] else { throw .missing(part) }
        return address
    }
}
