@_spi(Host) package import ModuleKit

/// The result of one check of a plugin's file.
package struct CheckResult: Sendable, Codable {
    package enum Verdict: String, Sendable, Codable {
        case pass
        /// A person should look at it; a host takes the plugin all the same.
        case warning
        case fail
        /// An earlier check failed, so that this one means nothing.
        case notReached = "not reached"
    }

    package let check: String
    package let verdict: Verdict
    /// What was found, and a remedy if the check failed.
    package let detail: String
    /// The `ModuleFault` of the check `rules`, with its parts for programs.
    package let fault: JSONValue?

    init(_ check: String, _ verdict: Verdict, _ detail: String = "", fault: JSONValue? = nil) {
        self.check = check
        self.verdict = verdict
        self.detail = detail
        self.fault = fault
    }

    /// Whether a host takes the plugin, whatever faults its modules have.
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
    /// The requests that public routes make for a URL from their caller.
    case origin
    case stop
    /// `ModuleCheck` on each module.
    case rules

    /// The steps of a module's life, in which no handler runs.
    static let life = allCases.filter { $0 != .origin && $0 != .rules }

    /// The time limit of a step when a person asks for the check.
    static let seconds = 5
    /// The time limit of a step of the life before an installation, the same that a host gives a start.
    static let lifeSeconds = ModuleLimits().start
    /// The time limit of all requests of the step `rules` together.
    private static let rulesSeconds = 60

    /// Returns the time limit of the step, where other steps have the given one.
    func seconds(_ others: Int) -> Int { self == .rules ? Self.rulesSeconds : others }
}

/// The parts of a plugin's file that are checked before its code runs, in this order.
enum CheckField: String, Sendable, CaseIterable {
    case file
    case format
    case entry
    case contract
    case sdk = "SDK"
    case toolchain

    /// Returns what was found where nothing is wrong; the inspection is that of the file, if it can be read.
    private func detail(_ inspection: PluginInspection?) -> String {
        switch self {
        case .file: "only its owner and root may write it"
        case .format: "a shared library for this machine"
        case .entry where inspection?.entryPoints.isEmpty != false: "it exports a module"
        case .entry: inspection?.entryPoints.map(\.symbol).joined(separator: ", ") ?? ""
        case .contract: "the version that this host speaks"
        case .sdk: "it needs the host's and has none of its own"
        case .toolchain where inspection?.toolchains.isEmpty != false:
            "it does not say which; the one of this host is needed"
        case .toolchain: "the one that this host was built with"
        }
    }

    /// Returns the results for a file. `parts` are the faults for which it was refused, if it was.
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

    /// Whether this part cannot be checked if the other one failed.
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
