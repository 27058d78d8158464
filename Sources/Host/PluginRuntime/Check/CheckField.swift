/// What is looked at in a plugin's file before its code runs, in this order.
enum CheckField: String, Sendable, CaseIterable {
    case file
    case format
    case entry
    case contract
    case sdk = "SDK"
    case toolchain

    /// What it means that nothing is wrong with it.
    var detail: String {
        switch self {
        case .file: "nobody but its owner and root may write it"
        case .format: "a shared library for this machine"
        case .entry: "it exports a module"
        case .contract: "the version that this host speaks"
        case .sdk: "it needs the host's and has none of its own"
        case .toolchain: "the one that this host was built with"
        }
    }

    /// The results of a file that was refused.
    static func results(_ mismatches: [Mismatch]) -> [CheckResult] {
        let failed = Set(mismatches.map { CheckField($0.field) })
        return allCases.map { field in
            let found = mismatches.filter { CheckField($0.field) == field }.map { "\($0.text); \($0.remedy)" }
            if !found.isEmpty { return CheckResult(field.rawValue, .fail, found.joined(separator: "; ")) }
            return failed.contains(where: field.needs)
                ? CheckResult(field.rawValue, .notReached) : CheckResult(field.rawValue, .pass, field.detail)
        }
    }

    /// Whether nothing is known of it where the other one failed.
    private func needs(_ other: CheckField) -> Bool {
        switch other {
        case .file, .format: self != .file
        case .entry: self == .contract
        case .contract, .sdk, .toolchain: false
        }
    }

    private init(_ field: Mismatch.Field) {
        self =
            switch field {
            case .access, .kind: .file
            case .content, .elfClass, .byteOrder, .machine, .type: .format
            case .entryPoint: .entry
            case .contract: .contract
            case .sdk: .sdk
            case .toolchain: .toolchain
            }
    }
}
