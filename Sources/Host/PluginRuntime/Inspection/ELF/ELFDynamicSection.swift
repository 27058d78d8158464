/// What a library tells the dynamic linker.
struct ELFDynamicSection: Sendable {
    /// The libraries that it needs (`DT_NEEDED`), in its order.
    let needed: [String]
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
        var needed: [String] = []
        for offset in entries.needed { needed.append(try strings.string(at: offset)) }
        self.needed = needed
        soname = if let offset = entries[.soname] { try strings.string(at: offset) } else { nil }
        isExecutable = (entries[.flags1] ?? 0) & 0x0800_0000 != 0
        symbols = try Self.symbols(entries, segments, strings)
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
