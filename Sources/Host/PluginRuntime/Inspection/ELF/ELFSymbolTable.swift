/// The dynamic symbols that a library defines, and those that it needs.
struct ELFSymbolTable: Sendable {
    private let strings: ELFStringTable
    private let symbols: [ELFSymbol]

    init(_ table: ELFView, strings: ELFStringTable) throws(ELFError) {
        var symbols: [ELFSymbol] = []
        for start in stride(from: 0, to: table.count, by: ELFSymbol.entrySize) {
            if let symbol = try ELFSymbol(table, at: start) { symbols.append(symbol) }
        }
        self.strings = strings
        self.symbols = symbols
    }

    /// The names of all that the library defines, or of all that it cannot be opened without.
    ///
    /// Each becomes a string: for what a person waits for, not for a start.
    func allNames(isDefined: Bool) throws(ELFError) -> Set<String> {
        try names("", "") { isDefined ? $0.isDefined : !$0.isDefined && !$0.isWeak }
    }

    /// The names of those of a kind that it defines, with a beginning and an end, which do not overlap.
    func names(of kind: ELFSymbol.Kind, prefix: String, suffix: String = "") throws(ELFError) -> Set<String> {
        try names(prefix, suffix) { $0.kind == kind }
    }

    /// The names of those that it needs, with a beginning.
    func neededNames(prefix: String) throws(ELFError) -> Set<String> { try names(prefix, "") { !$0.isDefined } }

    /// A large library has tens of thousands of symbols: a name becomes a string only once it has matched. A symbol may be
    /// there in several versions, and its name is read once.
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

/// A symbol that a library defines for others, or needs of others.
struct ELFSymbol: Sendable {
    static let entrySize = 24

    /// What a symbol stands for (`STT_OBJECT`, `STT_FUNC`).
    enum Kind: UInt8 {
        case object = 1
        case function = 2
    }

    /// `nil` for other kinds, and for a symbol that is only needed, of which linkers leave no kind.
    let kind: Kind?
    let isDefined: Bool
    /// Whether a library is opened without one that defines it.
    let isWeak: Bool
    /// Where the name begins in the string table.
    let name: Int

    /// Reads an entry; `nil` for a symbol that is local to the library.
    init?(_ table: ELFView, at start: Int) throws(ELFError) {
        let (undefined, local, weak) = (UInt16(0), UInt8(0), UInt8(2))
        let info = try table.byte(at: start + 4)
        guard info >> 4 != local else { return nil }
        isWeak = info >> 4 == weak
        isDefined = try table.uint16(at: start + 6) != undefined
        kind = isDefined ? Kind(rawValue: info & 0xF) : nil
        name = Int(try table.uint32(at: start))
    }
}

/// The hash table of the dynamic symbols, which alone tells how many there are.
enum ELFHashTable {
    /// The number of symbols by `DT_HASH`, which states it.
    static func symbolCount(plain table: ELFView) throws(ELFError) -> UInt64 {
        UInt64(try table.uint32(at: 4))
    }

    /// The number of symbols by `DT_GNU_HASH`: symbols are sorted by bucket, so the last one ends the last chain.
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

/// A table of strings, each of which ends with a NUL.
struct ELFStringTable: Sendable {
    private let table: ELFView

    init(_ table: ELFView) throws(ELFError) {
        // So every string in the table ends inside of it.
        guard table.count > 0, try table.byte(at: table.count - 1) == 0 else { throw .unterminated(table.part) }
        self.table = table
    }

    /// How many bytes of strings are read for one list: linkers let a few strings be the ends of others, and entries without
    /// end that share a long one are refused.
    var allowance: Int { 2 * table.count }

    /// The string that begins at an offset.
    ///
    /// - Parameter rest: what is left of the list's allowance.
    func string(at offset: UInt64, within rest: inout Int) throws(ELFError) -> String {
        let start = Int(clamping: offset)
        let length = try length(at: start, within: &rest)
        return String(decoding: try table.bytes(at: start, count: length), as: UTF8.self)
    }

    /// The length in bytes of the string that begins at an offset, which is taken from what is left of an allowance.
    func length(at offset: Int, within rest: inout Int) throws(ELFError) -> Int {
        var end = offset
        while try table.byte(at: end) != 0 { end += 1 }
        rest -= end - offset + 1
        guard rest >= 0 else { throw .excessive(table.part, limit: allowance) }
        return end - offset
    }

    /// Whether these bytes stand at an offset.
    func holds(_ bytes: [UInt8], at offset: Int) throws(ELFError) -> Bool {
        var index = 0
        while index < bytes.count, try table.byte(at: offset + index) == bytes[index] { index += 1 }
        return index == bytes.count
    }
}
