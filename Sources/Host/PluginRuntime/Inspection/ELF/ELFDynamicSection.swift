import Glibc

/// The entries of a library for the dynamic linker.
struct ELFDynamicSection: Sendable {
    /// The libraries that this one needs (`DT_NEEDED`), in its order, and those whose symbols go before its own.
    let needed: [String]
    /// The folders in which the dynamic linker looks first for needed libraries, as written (`DT_RPATH`, `DT_RUNPATH`); an empty
    /// one is the working folder.
    let searchPath: [String]
    /// The name by which others need the library (`DT_SONAME`).
    let soname: String?
    /// Whether the file is a position-independent executable (`DF_1_PIE`), which the dynamic linker does not open.
    let isExecutable: Bool
    /// The symbols that the library defines, and those that it needs.
    let symbols: ELFSymbolTable

    init(_ section: ELFView, _ segments: ELFSegments) throws(ELFError) {
        let entries = try ELFDynamicEntries(section)
        let strings = try ELFStringTable(
            segments.view(
                .dynamicStrings, address: entries.address(DT_STRTAB, of: .dynamicStrings),
                size: entries[DT_STRSZ] ?? 0))
        var rest = strings.allowance
        var (needed, searchPath): ([String], [String]) = ([], [])
        for offset in entries.needed { needed.append(try strings.string(at: offset, within: &rest)) }
        for offset in [entries[DT_RUNPATH], entries[DT_RPATH]].compactMap(\.self) {
            let folders = try strings.string(at: offset, within: &rest)
            if !folders.isEmpty { searchPath += Self.parts(folders) }
        }
        guard searchPath.count <= Self.folderLimit else {
            throw .excessive(.dynamicSection, limit: Self.folderLimit)
        }
        (self.needed, self.searchPath) = (needed, searchPath)
        soname = if let offset = entries[DT_SONAME] { try strings.string(at: offset, within: &rest) } else { nil }
        isExecutable = (entries[DT_FLAGS_1] ?? 0) & UInt64(DF_1_PIE) != 0
        symbols = try Self.symbols(entries, segments, strings)
    }

    /// The largest number of folders in a search path.
    private static let folderLimit = 64

    private static func parts(_ searchPath: String) -> [String] {
        searchPath.split(separator: ":", maxSplits: folderLimit, omittingEmptySubsequences: false).map(String.init)
    }

    private static func symbols(
        _ entries: ELFDynamicEntries, _ segments: ELFSegments, _ strings: ELFStringTable
    ) throws(ELFError) -> ELFSymbolTable {
        let entrySize = UInt64(ELFSymbol.entrySize)
        if let found = entries[DT_SYMENT], found != entrySize {
            throw .entrySize(.dynamicSymbols, found: found, expected: entrySize)
        }
        let table = try segments.view(
            .dynamicSymbols, address: entries.address(DT_SYMTAB, of: .dynamicSymbols)
        ).table(.dynamicSymbols, offset: 0, entries: symbolCount(entries, segments), entrySize: entrySize)
        return try ELFSymbolTable(table, strings: strings)
    }

    private static func symbolCount(
        _ entries: ELFDynamicEntries, _ segments: ELFSegments
    ) throws(ELFError) -> UInt64 {
        if let plain = entries[DT_HASH], entries[DT_GNU_HASH] == nil {
            return try ELFHashTable.symbolCount(plain: segments.view(.hashTable, address: plain))
        }
        let address = try entries.address(DT_GNU_HASH, of: .hashTable)
        return try ELFHashTable.symbolCount(gnu: segments.view(.hashTable, address: address))
    }
}

/// The tagged numbers of a dynamic section.
struct ELFDynamicEntries: Sendable {
    /// The tags of libraries that the linker opens with this one.
    private static let opening = [DT_NEEDED, DT_AUXILIARY, DT_FILTER]
    /// The other tags that are read.
    private static let known = [
        DT_HASH, DT_STRTAB, DT_SYMTAB, DT_STRSZ, DT_SYMENT, DT_SONAME, DT_RPATH, DT_RUNPATH, DT_GNU_HASH, DT_FLAGS_1,
    ]
    /// The largest number of libraries that one may need.
    private static let limit = 1_024

    /// The offsets in the string table of the names of libraries that are opened with this one, in their order: the needed ones,
    /// and those whose symbols go before its own (`DT_AUXILIARY`, `DT_FILTER`).
    private(set) var needed: [UInt64] = []
    private var values: [CInt: UInt64] = [:]

    init(_ section: ELFView) throws(ELFError) {
        for start in stride(from: 0, to: section.count, by: MemoryLayout<Elf64_Dyn>.size) {
            guard let tag = CInt(exactly: try section.uint64(at: start)) else { continue }
            if tag == DT_NULL { return }
            let value = try section.uint64(at: start + 8)
            if Self.known.contains(tag) { values[tag] = value }
            guard Self.opening.contains(tag) else { continue }
            guard needed.count < Self.limit else { throw .excessive(.dynamicSection, limit: Self.limit) }
            needed.append(value)
        }
    }

    subscript(tag: CInt) -> UInt64? { values[tag] }

    /// Returns the address of a part, or throws if it is missing.
    func address(_ tag: CInt, of part: ELFPart) throws(ELFError) -> UInt64 {
        guard let address = values[tag] else { throw .missing(part) }
        return address
    }
}

/// The dynamic symbols that a library defines, and those that it needs.
struct ELFSymbolTable: Sendable {
    private let strings: ELFStringTable
    private let symbols: [ELFSymbol]

    init(_ table: ELFView, strings: ELFStringTable) throws(ELFError) {
        var symbols: [ELFSymbol] = []
        for start in stride(from: 0, to: table.count, by: ELFSymbol.entrySize) {
            if let symbol = ELFSymbol(try table.read(Elf64_Sym.self, at: start)) { symbols.append(symbol) }
        }
        self.strings = strings
        self.symbols = symbols
    }

    /// Returns the names of all symbols that the library defines, or of all without which it cannot be opened.
    ///
    /// Each name becomes a string, which takes too long for a start.
    func allNames(isDefined: Bool) throws(ELFError) -> Set<String> {
        try names("", "") { isDefined ? $0.isDefined : !$0.isDefined && !$0.isWeak }
    }

    /// Returns the names of the defined symbols of a kind, with a prefix and a suffix that do not overlap.
    func names(of kind: ELFSymbol.Kind, prefix: String, suffix: String = "") throws(ELFError) -> Set<String> {
        try names(prefix, suffix) { $0.kind == kind }
    }

    /// Returns the names of the needed symbols with a prefix.
    func neededNames(prefix: String) throws(ELFError) -> Set<String> { try names(prefix, "") { !$0.isDefined } }

    /// Returns the names of symbols. A large library has tens of thousands: a name becomes a string only if it matches. A symbol
    /// may be there in several versions, and its name is read once.
    private func names(
        _ prefix: String, _ suffix: String, of isWanted: (ELFSymbol) -> Bool
    ) throws(ELFError) -> Set<String> {
        let (prefix, suffix) = (Array(prefix.utf8), Array(suffix.utf8))
        var names: Set<String> = []
        var seen: Set<Int> = []
        var (lengths, contents) = (strings.allowance, strings.allowance)
        for symbol in symbols where isWanted(symbol) {
            guard try strings.holds(prefix, at: symbol.name), seen.insert(symbol.name).inserted else { continue }
            let length = try strings.length(at: symbol.name, within: &lengths)
            guard length >= prefix.count + suffix.count,
                try strings.holds(suffix, at: symbol.name + length - suffix.count)
            else { continue }
            names.insert(try strings.string(at: UInt64(symbol.name), within: &contents))
        }
        return names
    }
}

/// A symbol that a library defines for others, or needs from others.
struct ELFSymbol: Sendable {
    static let entrySize = MemoryLayout<Elf64_Sym>.size

    /// The kind of a defined symbol (`STT_OBJECT`, `STT_FUNC`).
    enum Kind: UInt8 {
        case object = 1
        case function = 2
    }

    /// The symbol's kind; `nil` for other kinds, and for a needed symbol, for which linkers write no kind.
    let kind: Kind?
    let isDefined: Bool
    /// Whether the linker opens the library even if no library defines the symbol.
    let isWeak: Bool
    /// The offset of the name in the string table.
    let name: Int

    /// Reads an entry; `nil` for a symbol that is local to the library.
    init?(_ symbol: Elf64_Sym) {
        let binding = CInt(symbol.st_info >> 4)
        guard binding != STB_LOCAL else { return nil }
        isWeak = binding == STB_WEAK
        isDefined = CInt(symbol.st_shndx) != SHN_UNDEF
        kind = isDefined ? Kind(rawValue: symbol.st_info & 0xF) : nil
        name = Int(symbol.st_name)
    }
}

/// The hash table of the dynamic symbols, the only place of their number.
enum ELFHashTable {
    /// Returns the number of symbols that `DT_HASH` states.
    static func symbolCount(plain table: ELFView) throws(ELFError) -> UInt64 {
        UInt64(try table.uint32(at: 4))
    }

    /// Returns the number of symbols by `DT_GNU_HASH`: they are sorted by bucket, so the last one ends the last chain.
    static func symbolCount(gnu table: ELFView) throws(ELFError) -> UInt64 {
        let bucketCount = UInt64(try table.uint32(at: 0))
        let firstHashed = UInt64(try table.uint32(at: 4))
        let bucketsOffset = 16 + 8 * UInt64(try table.uint32(at: 8))
        let buckets = try table.table(.hashTable, offset: bucketsOffset, entries: bucketCount, entrySize: 4)
        var last: UInt64 = 0
        for start in stride(from: 0, to: buckets.count, by: 4) {
            last = max(last, UInt64(try buckets.uint32(at: start)))
        }
        guard last >= firstHashed else { return firstHashed }
        let chains = bucketsOffset + 4 * bucketCount
        // The lowest bit marks the end of a chain; without a mark the walk ends at the segment's end, in an error.
        while try table.uint32(at: Int(chains + 4 * (last - firstHashed))) & 1 == 0 { last += 1 }
        return last + 1
    }
}
