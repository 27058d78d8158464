@_spi(Host) package import ModuleKit

/// The result of one check of a plugin's file.
package struct CheckResult: Sendable, Codable {
    package enum Verdict: String, Sendable, Codable {
        case pass
        /// The user should look at the finding, but a host accepts the plugin.
        case warning
        case fail
        /// An earlier check failed, so this one has no result.
        case notReached = "not reached"
    }

    package let check: String
    package let verdict: Verdict
    /// The finding, and a remedy if the check failed.
    package let detail: String
    /// The `ModuleFault` that the check `rules` found, as JSON for programs.
    package let fault: JSONValue?

    init(_ check: String, _ verdict: Verdict, _ detail: String = "", fault: JSONValue? = nil) {
        self.check = check
        self.verdict = verdict
        self.detail = detail
        self.fault = fault
    }

    /// Whether a host accepts a plugin with this result. Hosts ignore faults that the step `rules` finds.
    package var isTakeable: Bool { verdict != .fail || check == CheckStep.rules.rawValue }
}

/// The steps of a check that run a plugin's code, in this order, each with its own time limit.
package enum CheckStep: String, Sendable, CaseIterable {
    case load
    case handshake
    /// The module's `init(context:)`.
    case make
    case start
    case routes
    /// The check of public routes: with a caller's URL, they must not use the rights of their module.
    case origin
    case stop
    /// `ModuleCheck` on each module.
    case rules

    /// The steps of a module's life, in which no handler runs.
    static let life = allCases.filter { $0 != .origin && $0 != .rules }

    /// The time limit of a step in a check that the user requests, in seconds.
    static let seconds = 5
    /// The time limit of a step of `life` before an installation, in seconds. A host has the same limit for a start.
    static let lifeSeconds = ModuleLimits().start
    /// The time limit of all requests of the step `rules` together, in seconds.
    private static let rulesSeconds = 60

    /// Returns the time limit of the step. `others` is the limit of all steps except `rules`.
    func seconds(_ others: Int) -> Int { self == .rules ? Self.rulesSeconds : others }
}

/// The parts of a check of a plugin's file before its code runs, in this order.
enum CheckField: String, Sendable, CaseIterable {
    case file
    case format
    case entry
    case contract
    case sdk = "SDK"
    case toolchain

    /// Returns the finding for a part without a problem. `inspection` is `nil` if the file cannot be read.
    private func detail(_ inspection: PluginInspection?) -> String {
        switch self {
        case .file: "only its owner and root may write it"
        case .format: "a shared library for this machine"
        case .entry where inspection?.entryPoints.isEmpty != false: "it exports a module"
        case .entry: inspection?.entryPoints.map(\.symbol).joined(separator: ", ") ?? ""
        case .contract: "the version that this host speaks"
        case .sdk: "it links the host's SDK, without a copy"
        case .toolchain where inspection?.toolchains.isEmpty != false:
            "the file does not name it; this host's toolchain is needed"
        case .toolchain: "the one that this host was built with"
        }
    }

    /// Returns the results for a file. `parts` are the problems because of which the file was refused, if any.
    static func results(_ parts: [PluginProblem.Part], _ inspection: PluginInspection?) -> [CheckResult] {
        let failed = Set(parts.map { CheckField($0.field) })
        return allCases.map { field in
            let found = parts.filter { CheckField($0.field) == field }.map { part in
                part.text + (part.remedy.map { "; \($0)" } ?? "")
            }
            if !found.isEmpty { return CheckResult(field.rawValue, .fail, found.joined(separator: "; ")) }
            return failed.contains(where: field.needs)
                ? CheckResult(field.rawValue, .notReached)
                : CheckResult(field.rawValue, .pass, field.detail(inspection))
        }
    }

    /// Whether this part cannot be checked if the part `other` failed.
    private func needs(_ other: CheckField) -> Bool {
        switch other {
        case .file, .format: self != .file
        case .entry: self == .contract
        case .contract, .sdk, .toolchain: false
        }
    }

    private init(_ field: PluginProblem.Field) {
        self =
            switch field {
            case .content, .elfClass, .byteOrder, .machine, .type: .format
            case .entryPoint: .entry
            case .contract: .contract
            case .sdk: .sdk
            case .toolchain: .toolchain
            default: .file
            }
    }
}
