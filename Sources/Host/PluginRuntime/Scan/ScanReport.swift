@_spi(Host) package import ModuleKit

/// What the process that loads a plugin's file for the first time reports, as one line of JSON.
struct ScanReport: Sendable, Equatable, Codable {
    /// The modules that were made, and what they declare.
    let modules: [ScannedModule]
    /// Why others were not.
    let refusals: [ScanRefusal]

    /// Whether every module was made.
    var isComplete: Bool { refusals.isEmpty }

    /// Whether the same file would be reported in the same way another time.
    var isLasting: Bool { refusals.allSatisfy(\.problem.isLasting) }
}

/// The reason why a module of a scanned file was not made.
struct ScanRefusal: Error, Sendable, Equatable, Codable, CustomStringConvertible {
    /// The module's name, or the file's where none could be read.
    let module: String
    let problem: PluginProblem

    /// All of it in one sentence.
    var description: String { "\(module) was not loaded: \(problem.sentence)" }
}

/// What a module said of itself, and declared, in a process of its own.
package struct ScannedModule: Sendable, Equatable, Codable {
    /// A module that it requires, in one of these versions.
    struct Requirement: Sendable, Equatable, Codable {
        let module: String
        let from: String
        let below: String
    }

    package let name: String
    package let version: String
    let summary: String
    let requirements: [Requirement]
    /// The names of the web services that it sends calls to.
    package let webServices: [String]
    /// Whether it asks for a process of its own.
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

    /// The same as the module itself has it.
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
