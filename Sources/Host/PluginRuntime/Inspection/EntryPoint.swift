/// A plugin's exported function for one module, `switchboard_v<contract>_<module>`.
struct EntryPoint: Sendable, Hashable {
    /// What the name of every entry point of any contract begins with.
    static let prefix = "switchboard_v"

    /// The version of the contract that the function speaks.
    let contract: UInt32
    /// The module's name.
    let module: String

    /// The function's name.
    var symbol: String { "\(Self.prefix)\(contract)_\(module)" }

    init(contract: UInt32, module: String) {
        self.contract = contract
        self.module = module
    }

    /// Reads a function's name; `nil` for one that names no contract or no module.
    init?(symbol: String) {
        guard symbol.hasPrefix(Self.prefix) else { return nil }
        let parts = symbol.dropFirst(Self.prefix.count)
            .split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let contract = UInt32(parts[0]) else { return nil }
        self.init(contract: contract, module: String(parts[1]))
        // There is one way to write the number: without a sign, without zeros in front.
        guard self.symbol == symbol, !module.isEmpty, module.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
        else { return nil }
    }
}
