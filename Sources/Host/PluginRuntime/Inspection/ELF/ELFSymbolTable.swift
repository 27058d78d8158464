/// The dynamic symbols that a library defines.
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

    /// The names of a kind with a beginning and an end, which do not overlap.
    ///
    /// A large library has tens of thousands of symbols: a name becomes a string only once it has matched.
    func names(of kind: ELFSymbol.Kind, prefix: String, suffix: String = "") throws(ELFError) -> [String] {
        let (prefix, suffix) = (Array(prefix.utf8), Array(suffix.utf8))
        var names: [String] = []
        for symbol in symbols where symbol.kind == kind {
            guard try strings.holds(prefix, at: symbol.name) else { continue }
            let length = try strings.length(at: symbol.name)
            guard length >= prefix.count + suffix.count,
                try strings.holds(suffix, at: symbol.name + length - suffix.count)
            else { continue }
            names.append(try strings.string(at: UInt64(symbol.name)))
        }
        return names
    }
}
