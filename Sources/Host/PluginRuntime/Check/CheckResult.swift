@_spi(Host) import ModuleKit
package import ModuleTesting

/// What a check of a plugin's file came to.
package struct CheckResult: Sendable, Equatable, Encodable {
    package enum Verdict: String, Sendable, Codable {
        case pass
        /// A host takes it all the same.
        case warning
        case fail
        /// An earlier check failed, without which this one means nothing.
        case notReached = "not reached"
    }

    /// What was checked.
    package let check: String
    package let verdict: Verdict
    /// What was found, and what to do where it did not pass.
    package let detail: String
    /// The fault of the check `rules`, with its parts for programs.
    package let fault: ModuleFault?

    init(_ check: String, _ verdict: Verdict, _ detail: String = "", fault: ModuleFault? = nil) {
        self.check = check
        self.verdict = verdict
        self.detail = detail
        self.fault = fault
    }

    /// Whether a host takes the plugin, whatever faults its modules have.
    package var isTakeable: Bool { verdict != .fail || check == CheckStep.rules.rawValue }
}

/// What a plugin's code does in the check, in this order, each in its own time.
package enum CheckStep: String, Sendable, Codable, CaseIterable {
    case load
    case handshake
    /// The module's `init(context:)`.
    case make
    case start
    case routes
    /// What public routes do with a URL that they are given.
    case origin
    case stop
    /// `ModuleCheck` on each module.
    case rules

    /// The steps of its life, in which no handler runs.
    static let life = allCases.filter { $0 != .origin && $0 != .rules }

    /// How long a step may take when a person asks for the check.
    static let seconds = 5
    /// How long a step of the life may take before an installation, as long as a host gives a start.
    static let lifeSeconds = ModuleLimits().start
    /// How long the requests of `rules` may take together.
    private static let rulesSeconds = 60

    /// How long the step may take where the others have so many seconds.
    func seconds(_ others: Int) -> Int { self == .rules ? Self.rulesSeconds : others }
}

/// What the process that runs a plugin for its check reports after each step, as one line of JSON.
struct CheckStepReport: Sendable, Codable {
    let step: CheckStep
    /// What was found; where it did not pass, what to do. Where it is not reached yet, what the plugin is about to do.
    let detail: String
    let verdict: CheckResult.Verdict
    var faults: [ModuleFault] = []
    var warnings: [String] = []

    /// The results: the step's own, unless it has faults, and one for each fault and warning.
    var results: [CheckResult] {
        (faults.isEmpty ? [CheckResult(step.rawValue, verdict, detail)] : [])
            + faults.map { CheckResult(step.rawValue, .fail, $0.description, fault: $0) }
            + warnings.map { CheckResult(step.rawValue, .warning, $0) }
    }
}

/// What is looked at in a plugin's file before its code runs, in this order.
enum CheckField: String, Sendable, CaseIterable {
    case file
    case format
    case entry
    case contract
    case sdk = "SDK"
    case toolchain

    /// What it means that nothing is wrong with it.
    ///
    /// - Parameter toolchains: the toolchains that the file says it was built with.
    func detail(_ toolchains: [String]) -> String {
        switch self {
        case .file: "only its owner and root may write it"
        case .format: "a shared library for this machine"
        case .entry: "it exports a module"
        case .contract: "the version that this host speaks"
        case .sdk: "it needs the host's and has none of its own"
        case .toolchain where toolchains.isEmpty: "it does not say which; the one of this host is needed"
        case .toolchain: "the one that this host was built with"
        }
    }

    /// The results of a file that was refused.
    static func results(_ findings: [Finding], _ toolchains: [String]) -> [CheckResult] {
        let failed = Set(findings.map { CheckField($0.field) })
        return allCases.map { field in
            let found = findings.filter { CheckField($0.field) == field }.map { finding in
                finding.text + (finding.remedy.map { "; \($0)" } ?? "")
            }
            if !found.isEmpty { return CheckResult(field.rawValue, .fail, found.joined(separator: "; ")) }
            return failed.contains(where: field.needs)
                ? CheckResult(field.rawValue, .notReached)
                : CheckResult(field.rawValue, .pass, field.detail(toolchains))
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

    private init(_ field: Finding.Field) {
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
