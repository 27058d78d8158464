import Glibc

/// The entries of a library's file that the dynamic linker reads to load the library.
package struct ELFDynamicSection: Sendable {
    /// The names of the libraries that the linker opens together with this library, in the order of the file: needed
    /// libraries (`DT_NEEDED`), and libraries for which this library is a filter.
    package let needed: [String]
    /// The folders in which the dynamic linker looks first for needed libraries, as written in the file (`DT_RPATH`,
    /// `DT_RUNPATH`). An empty entry means the working folder.
    package let searchPath: [String]
    /// Whether the file is a position-independent executable (`DF_1_PIE`), which the dynamic linker does not open.
    package let isExecutable: Bool
    /// The symbols that the library defines or needs.
    package let symbols: ELFSymbolTable

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
        // The library's own name is checked, but not kept.
        if let offset = entries[DT_SONAME] { _ = try strings.string(at: offset, within: &rest) }
        isExecutable = (entries[DT_FLAGS_1] ?? 0) & UInt64(DF_1_PIE) != 0
        symbols = try Self.symbols(entries, segments, strings)
    }

    private static let folderLimit = 64

    private static func parts(_ searchPath: String) -> [String] {
        searchPath.utf8.split(separator: UInt8(ascii: ":"), maxSplits: folderLimit, omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
    }

    private static func symbols(
        _ entries: ELFDynamicEntries, _ segments: ELFSegments, _ strings: ELFStringTable
    ) throws(ELFError) -> ELFSymbolTable {
        let entrySize = UInt64(MemoryLayout<Elf64_Sym>.size)
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
            // `DT_HASH` states the number.
            return UInt64(try segments.view(.hashTable, address: plain).uint32(at: 4))
        }
        let address = try entries.address(DT_GNU_HASH, of: .hashTable)
        return try ELFSymbolTable.count(inHashes: segments.view(.hashTable, address: address))
    }
}

/// The tagged numbers of a dynamic section.
struct ELFDynamicEntries: Sendable {
    /// The tags of entries that name a library to open together with this library. `DT_AUXILIARY` and `DT_FILTER` make
    /// this library a filter: the named library's symbols take precedence over this library's symbols.
    private static let opening = [DT_NEEDED, DT_AUXILIARY, DT_FILTER]
    /// The tags of all other entries that are read.
    private static let known = [
        DT_HASH, DT_STRTAB, DT_SYMTAB, DT_STRSZ, DT_SYMENT, DT_SONAME, DT_RPATH, DT_RUNPATH, DT_GNU_HASH, DT_FLAGS_1,
    ]
    /// The largest number of libraries that a library may need.
    private static let limit = 1_024

    /// The names of the libraries that the linker opens together with this library, as offsets in the string table, in
    /// the order of the file.
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

    /// Returns the address of a part of the file. Throws if the section does not contain the address.
    func address(_ tag: CInt, of part: ELFPart) throws(ELFError) -> UInt64 {
        guard let address = values[tag] else { throw .missing(part) }
        return address
    }
}

/// The dynamic symbols that a library defines or needs.
package struct ELFSymbolTable: Sendable {
    private let strings: ELFStringTable
    /// The symbols that are not local to the library.
    private let symbols: [Elf64_Sym]

    init(_ table: ELFView, strings: ELFStringTable) throws(ELFError) {
        var symbols: [Elf64_Sym] = []
        for start in stride(from: 0, to: table.count, by: MemoryLayout<Elf64_Sym>.size) {
            let symbol = try table.read(Elf64_Sym.self, at: start)
            if Self.binding(of: symbol) != STB_LOCAL { symbols.append(symbol) }
        }
        self.strings = strings
        self.symbols = symbols
    }

    /// Returns the number of symbols, from the table `DT_GNU_HASH`. The table lists the symbols in chains, sorted by
    /// bucket, so the last symbol is at the end of the last chain.
    static func count(inHashes table: ELFView) throws(ELFError) -> UInt64 {
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
        // The lowest bit marks the end of a chain. Without a mark, the walk throws at the segment's end.
        while try table.uint32(at: Int(chains + 4 * (last - firstHashed))) & 1 == 0 { last += 1 }
        return last + 1
    }

    /// Returns the names of all symbols that the library defines. If `isDefined` is `false`, returns the names of all
    /// symbols without which the library cannot be opened. The call is slow, because each name becomes a string.
    package func allNames(isDefined: Bool) throws(ELFError) -> Set<String> {
        // Weak symbols do not count as needed: the linker opens the library even if no library defines them.
        try names("", "") { Self.isDefined($0) ? isDefined : !isDefined && Self.binding(of: $0) != STB_WEAK }
    }

    /// Returns the names of the defined symbols of a kind, such as `STT_FUNC`, that begin with a prefix and end with a
    /// suffix. The prefix and the suffix must not overlap.
    package func names(of kind: CInt, prefix: String, suffix: String = "") throws(ELFError) -> Set<String> {
        // Linkers write the kind only for defined symbols.
        try names(prefix, suffix) { Self.isDefined($0) && CInt($0.st_info & 0xF) == kind }
    }

    /// Returns the names of the needed symbols that begin with a prefix.
    package func neededNames(prefix: String) throws(ELFError) -> Set<String> {
        try names(prefix, "") { !Self.isDefined($0) }
    }

    /// Returns the names of symbols with a prefix and a suffix. A large library has tens of thousands of symbols, so
    /// only a matching name becomes a string. If several versions of a symbol share a name, the name is read once.
    private func names(
        _ prefix: String, _ suffix: String, of isWanted: (Elf64_Sym) -> Bool
    ) throws(ELFError) -> Set<String> {
        let (prefix, suffix) = (Array(prefix.utf8), Array(suffix.utf8))
        var names: Set<String> = []
        var seen: Set<Int> = []
        var (lengths, contents) = (strings.allowance, strings.allowance)
        for symbol in symbols where isWanted(symbol) {
            let name = Int(symbol.st_name)
            guard try strings.holds(prefix, at: name), seen.insert(name).inserted else { continue }
            let length = try strings.length(at: name, within: &lengths)
            guard length >= prefix.count + suffix.count, try strings.holds(suffix, at: name + length - suffix.count)
            else { continue }
            names.insert(try strings.string(at: UInt64(name), within: &contents))
        }
        return names
    }

    private static func binding(of symbol: Elf64_Sym) -> CInt { CInt(symbol.st_info >> 4) }

    private static func isDefined(_ symbol: Elf64_Sym) -> Bool { CInt(symbol.st_shndx) != SHN_UNDEF }
}
