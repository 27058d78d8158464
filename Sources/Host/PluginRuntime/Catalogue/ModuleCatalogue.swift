@_spi(Host) package import ModuleKit
import Platform

/// All modules that a start found, with what they declare; it never changes.
package final class ModuleCatalogue: Sendable {
    /// The modules that were scanned, in the order in which they would start.
    package let modules: [ModuleDescriptor]
    /// What was found beside them, and why it is no module that could be started.
    package let records: [ModuleRecord]
    /// The names of all modules that were found, wanted or not.
    let names: Set<String>
    /// The modules that may be started, with what requests find them by.
    let idleModules: [IdleModule]
    private let scans: ScanMemory?
    /// The contents that were refused or are in quarantine, on which scans may have reported.
    private let refused: Set<ContentHash>
    private let numbers: [String: Int]

    init(
        modules: [ModuleDescriptor], records: [ModuleRecord], names: Set<String>, idleModules: [IdleModule],
        scans: ScanMemory? = nil, refused: Set<ContentHash> = []
    ) {
        self.scans = scans
        self.refused = refused.union(records.compactMap(\.content))
        self.modules = modules
        self.records = records
        self.names = names
        self.idleModules = idleModules
        numbers = Dictionary(modules.enumerated().map { ($1.name, $0) }) { first, _ in first }
    }

    /// No modules.
    static let empty = ModuleCatalogue(modules: [], records: [], names: [], idleModules: [])

    private var startable: [ModuleDescriptor] { modules.filter { !$0.isDisabled && $0.refusal == nil } }

    /// Why modules do not run.
    package var refusals: [Refusal] { (records.map(\.refusal) + modules.map(\.refusal)).compactMap(\.self) }

    /// Returns a line for each interceptor and each route with a priority of a module that covers patterns of other modules.
    package func coverage(by name: String) -> [String] {
        let others = startable.filter { $0.name != name }.compactMap { module in
            manifest(of: module.name).map { (module.name, $0) }
        }
        return manifest(of: name)?.coverage(of: others) ?? []
    }

    /// Whether a request may start a module.
    func startsOnDemand(_ name: String) -> Bool { idleModules.contains { $0.name == name } }

    /// The module of that name.
    subscript(name: String) -> ModuleDescriptor? { numbers[name].map { modules[$0] } }

    /// What a module declares; it may be read from a file each time.
    package func manifest(of name: String) -> Manifest? {
        guard let module = self[name] else { return nil }
        let record = { try? self.scans?.record(of: module.content, library: module.library.path).get() }
        return module.manifest ?? record()?.report?.modules.first { $0.name == name }?.manifest
    }

    /// What those declare that do not run, as far as it is known.
    var idleManifests: [(name: String, manifest: Manifest)] {
        let idle = modules.filter { $0.isDisabled || $0.refusal != nil }.map(\.name)
        let reported = refused.flatMap { scans?.recall($0)?.report?.modules ?? [] }
        return idle.compactMap { name in manifest(of: name).map { (name, $0) } }
            + reported.map { ($0.name, $0.manifest) }
    }
}

/// A module whose scan said what it is, before any of its code is in this process.
package struct ModuleDescriptor: Sendable {
    let info: ModuleInfo
    /// Where it was found, as people are told.
    package let file: String
    package let source: SearchFolder.Source
    let library: ModuleLibrary
    /// The hash of the library and those that it brings along.
    let content: ContentHash
    /// Whether others may need it without a request that says so.
    let startsWithHost: Bool
    /// Whether the user disabled it.
    let isDisabled: Bool
    /// Why it cannot be started as things are.
    package let refusal: Refusal?
    /// What tells the library, and those that it brings along, from any other content without reading them; empty where
    /// nothing does.
    var identities: [FileIdentity] = []
    /// The limits of its process, if it runs in one of its own.
    package var isolation: IsolationLimits?
    /// The hash of the files as they lie together, where it runs with libraries of others.
    var ownContent: ContentHash?
    /// What it declares; `nil` where the image of a start has the module.
    var manifest: Manifest?

    package var name: String { info.name }
    /// The hash of the files as they lie together.
    var fileContent: ContentHash { ownContent ?? content }

    /// What the module's own process learns of it: nothing but what it loads.
    var forLoading: ModuleDescriptor {
        ModuleDescriptor(
            info: ModuleInfo(name, "0.0", ""), file: library.path, source: source,
            library: library, content: content, startsWithHost: false, isDisabled: false,
            refusal: nil, identities: identities)
    }
}

extension ModuleDescriptor {
    /// A module of a plugin, as its scan had it.
    init(
        _ module: ScannedModule, _ entryPoint: EntryPoint, in plugin: DiscoveredPlugin, isDisabled: Bool,
        isolation: IsolationLimits?, refusal: Refusal? = nil
    ) {
        self.init(
            info: module.info, file: plugin.file, source: plugin.source,
            library: plugin.library(of: entryPoint),
            content: plugin.content, startsWithHost: module.manifest.startsWithHost,
            isDisabled: isDisabled, refusal: refusal,
            identities: plugin.identities, isolation: isolation, ownContent: plugin.ownContent,
            manifest: module.manifest)
    }
}

/// Finds out which modules have all that they require, from what they say of themselves.
struct RequirementResolution {
    let disabled: Set<String>
    /// Why modules may not run, by name.
    private(set) var refused: [String: PluginProblem] = [:]
    private let modules: [String: ModuleInfo]
    private let cycles: [String: [String]]

    /// - Parameter cycles: for each module that requires itself, the way around.
    init(_ modules: [String: ModuleInfo], cycles: [String: [String]], disabled: Set<String>) {
        self.modules = modules
        self.cycles = cycles
        self.disabled = disabled
    }

    /// Whether a module may run as things are.
    func mayRun(_ name: String) -> Bool { refused[name] == nil && !disabled.contains(name) }

    /// Leaves modules out that clash with others.
    mutating func refuse(_ errors: [String: RegistrationError]) {
        for (name, error) in errors { refused[name] = .registration(error) }
    }

    /// Looks at the requirements of each module, those first that others require.
    mutating func checkRequirements(_ names: [String]) {
        for name in names where mayRun(name) {
            if let error = fault(of: name) { refused[name] = error }
        }
    }

    private func fault(of name: String) -> PluginProblem? {
        if let cycle = cycles[name] { return .cycle(cycle) }
        for requirement in modules[name]?.requirements ?? [] {
            guard let found = modules[requirement.module] else { return .missing(requirement) }
            guard requirement.versions.contains(found.version) else {
                return .wrongVersion(requirement, found: found.version)
            }
            if disabled.contains(requirement.module) { return .requiresDisabled(requirement) }
            if refused[requirement.module]?.code == .requiresDisabled { return .requiresLeftOut(requirement) }
            guard mayRun(requirement.module) else { return .notRunning(requirement) }
        }
        return nil
    }
}
