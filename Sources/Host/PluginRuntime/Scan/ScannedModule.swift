@_spi(Host) import ModuleKit

/// What a module said of itself, and declared, in a process of its own.
struct ScannedModule: Sendable, Equatable, Codable {
    /// A module that it requires, in one of these versions.
    struct Requirement: Sendable, Equatable, Codable {
        let module: String
        let from: String
        let below: String
    }

    let name: String
    let version: String
    let summary: String
    let requirements: [Requirement]
    let manifest: Manifest
}

extension ScannedModule {
    init(_ info: ModuleInfo, _ manifest: Manifest) {
        self.init(
            name: info.name, version: "\(info.version)", summary: info.summary,
            requirements: info.requirements.map { requirement in
                Requirement(
                    module: requirement.module, from: "\(requirement.from)", below: "\(requirement.below)")
            }, manifest: manifest)
    }

    /// The same as the module itself has it.
    var info: ModuleInfo {
        ModuleInfo(
            name: name, version: Version(version) ?? Version(0), summary: summary,
            requirements: requirements.map { requirement in
                ModuleKit.Requirement(
                    requirement.module, from: Version(requirement.from) ?? Version(0),
                    below: Version(requirement.below))
            })
    }
}
