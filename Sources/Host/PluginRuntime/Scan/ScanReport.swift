@_spi(Host) package import ModuleKit

/// The report on a plugin's file by the process that loads it for the first time, as one line of JSON.
struct ScanReport: Sendable, Equatable, Codable {
    /// The modules that were made, with their declarations.
    let modules: [ScannedModule]
    /// The modules that were not made, each with its problem.
    let refusals: [ScanRefusal]

    /// Whether every module was made.
    var isComplete: Bool { refusals.isEmpty }

    /// Whether another scan of the file would give this report again.
    var isLasting: Bool { refusals.allSatisfy(\.problem.isLasting) }
}

/// The problem for which a module of a scanned file was not made.
struct ScanRefusal: Error, Sendable, Equatable, Codable, CustomStringConvertible {
    /// The module's name, or the file's if no module could be read.
    let module: String
    let problem: PluginProblem

    /// The refusal in one sentence.
    var description: String { "\(module) was not loaded: \(problem.sentence)" }
}

/// A module's `info` and its declarations, as its scan found them.
package struct ScannedModule: Sendable, Equatable, Codable {
    /// A required module, with the range of its versions.
    struct Requirement: Sendable, Equatable, Codable {
        let module: String
        let from: String
        let below: String
    }

    package let name: String
    package let version: String
    let summary: String
    let requirements: [Requirement]
    /// The names of the web services to which the module sends calls.
    package let webServices: [String]
    /// Whether the module asks for a process of its own.
    package let isIsolated: Bool
    package let manifest: Manifest
}

extension ScannedModule {
    init(_ info: ModuleInfo, _ manifest: Manifest) {
        self.init(
            name: info.name, version: "\(info.version)", summary: info.summary,
            requirements: info.requirements.map { requirement in
                Requirement(
                    module: requirement.module, from: "\(requirement.versions.lowerBound)",
                    below: "\(requirement.versions.upperBound)")
            }, webServices: info.webServices, isIsolated: info.isIsolated, manifest: manifest)
    }

    /// The module's `info`.
    package var info: ModuleInfo {
        ModuleInfo(
            name, Version(stringLiteral: version), summary,
            requirements: requirements.map { requirement in
                ModuleKit.Requirement(
                    requirement.module,
                    Version(stringLiteral: requirement.from)..<Version(stringLiteral: requirement.below))
            }, webServices: webServices, isIsolated: isIsolated)
    }
}
