@_spi(Host) package import ModuleKit
import Platform

/// All modules that a start of the host found, with their declarations. A catalogue never changes.
package final class ModuleCatalogue: Sendable {
    /// The modules that were scanned, in the order in which they would start.
    package let modules: [ModuleDescriptor]
    /// The files and modules that were found but are not in `modules`, each with its problem.
    package let records: [ModuleRecord]
    /// The names of all modules that were found, including the modules that the option `onlyModule` leaves out.
    let names: Set<String>
    /// The modules that may be started, with the declarations by which requests find them.
    let idleModules: [Registration]
    private let scans: ScanCache?
    /// The content hashes of plugins that were refused or are in quarantine. Some of these plugins have a scan record.
    private let refusedContents: Set<ContentHash>
    private let numbers: [String: Int]

    init(
        modules: [ModuleDescriptor], records: [ModuleRecord], names: Set<String>, idleModules: [Registration],
        scans: ScanCache? = nil, refused: Set<ContentHash> = []
    ) {
        self.scans = scans
        refusedContents = refused.union(records.compactMap(\.content))
        self.modules = modules
        self.records = records
        self.names = names
        self.idleModules = idleModules
        numbers = Dictionary(modules.enumerated().map { ($1.name, $0) }) { first, _ in first }
    }

    static let empty = ModuleCatalogue(modules: [], records: [], names: [], idleModules: [])

    /// The records of all files and modules that do not run because of a problem.
    package var refused: [ModuleRecord] {
        records
            + modules.compactMap { module in
                module.problem.map { ModuleRecord(module.name, file: module.file, source: module.source, $0) }
            }
    }

    /// Returns a line for each declaration by which the module may get requests for other modules' routes: an
    /// interceptor, or a route with a priority.
    package func coverage(by name: String) -> [String] {
        let startable = modules.filter { !$0.isDisabled && $0.problem == nil }
        let others = startable.filter { $0.name != name }.compactMap { module in
            manifest(of: module.name).map { (module.name, $0) }
        }
        return manifest(of: name)?.coverage(of: others) ?? []
    }

    /// Returns the source and a sentence for each given value whose module or setting does not exist. The keys of
    /// `settings` are module names. `isWhole` states that the catalogue includes all modules; only then are unknown
    /// module names reported.
    package func faults(of settings: [String: [GivenSetting]], isWhole: Bool) -> [(source: String, text: String)] {
        settings.sorted { $0.key < $1.key }.flatMap { name, given in
            if names.contains(name) { return self[name]?.info.faults(of: given) ?? [] }
            // In `given`, values from options come last. The last value is reported, because only a wrong option is a
            // usage error.
            guard isWhole, let last = given.last else { return [] }
            let near = EditDistance.nearest(to: name, among: names).map { "did you mean \"\($0)\"?" }
            return [(last.source, "\(last.source): \"\(name)\" is not a module; \(near ?? "`modules` lists them")")]
        }
    }

    subscript(name: String) -> ModuleDescriptor? { numbers[name].map { modules[$0] } }

    /// Returns a module's manifest. Each call may read the manifest from a file.
    package func manifest(of name: String) -> Manifest? {
        guard let module = self[name] else { return nil }
        let record = { try? self.scans?.record(of: module.content, library: module.library.path).get() }
        return module.manifest ?? record()?.modules.first { $0.name == name }?.manifest
    }

    /// The known manifests of modules that do not run.
    var idleManifests: [(name: String, manifest: Manifest)] {
        let idle = modules.filter { $0.isDisabled || $0.problem != nil }.map(\.name)
        let reported = refusedContents.flatMap { scans?.recall($0)?.modules ?? [] }
        return idle.compactMap { name in manifest(of: name).map { (name, $0) } }
            + reported.map { ($0.name, $0.manifest) }
    }
}

/// The data of a scanned module, known before the module's code is loaded into this process.
package struct ModuleDescriptor: Sendable {
    let info: ModuleInfo
    /// The path of the plugin's file in messages. The library that is opened may be a copy with another path.
    package let file: String
    package let source: SearchFolder.Source
    let library: ModuleLibrary
    /// The hash of the plugin's library and its bundled libraries together, in the builds that the host loads.
    let content: ContentHash
    /// Whether the module starts together with the host.
    let startsWithHost: Bool
    let isDisabled: Bool
    /// The problem that keeps the module from being started.
    package let problem: PluginProblem?
    /// The identities of the library's files, by which unchanged files are recognised without reading them. Empty if a
    /// file may change without a change of its identity.
    var identities: [FileIdentity] = []
    /// The limits of the module's process; `nil` if the module runs in the host's process.
    package var isolation: IsolationLimits?
    /// The hash of the plugin with its own builds of the bundled libraries, which the host may replace; `nil` if
    /// `content` is that hash.
    var ownContent: ContentHash?
    /// The values that the user has given for the module's settings. They are added when the module is started, and are
    /// never written to a file.
    var settings: [GivenSetting] = []
    /// The module's manifest; `nil` if the descriptor was read from a start's image (`StartImage`).
    package var manifest: Manifest?

    package var name: String { info.name }
    /// The hash of the plugin with its own builds of the bundled libraries, even if the host replaces some of these.
    var fileContent: ContentHash { ownContent ?? content }

    /// A descriptor for the process of an isolated module, with only the data that is needed to load the library.
    var forLoading: ModuleDescriptor {
        ModuleDescriptor(
            info: ModuleInfo(name, "0.0", ""), file: library.path, source: source,
            library: library, content: content, startsWithHost: false, isDisabled: false,
            problem: nil, identities: identities, settings: settings)
    }
}

extension ModuleDescriptor {
    init(
        _ module: ScannedModule, in plugin: DiscoveredPlugin, isDisabled: Bool, isolation: IsolationLimits?,
        problem: PluginProblem? = nil
    ) {
        self.init(
            info: module.info, file: plugin.file, source: plugin.source,
            library: plugin.library, content: plugin.content, startsWithHost: module.startsWithHost,
            isDisabled: isDisabled, problem: problem,
            identities: plugin.identities, isolation: isolation, ownContent: plugin.ownContent,
            manifest: module.manifest)
    }
}

/// A search for the modules that cannot run because of their requirements.
struct RequirementResolution {
    let disabled: Set<String>
    /// The problem of each module that may not run, keyed by the module's name.
    private(set) var refused: [String: PluginProblem] = [:]
    let modules: [String: ModuleInfo]
    /// The cycles of requirements, keyed by the name of each module that requires itself, directly or through other
    /// modules.
    let cycles: [String: [String]]

    /// Whether a module may run, as far as is known now.
    func mayRun(_ name: String) -> Bool { refused[name] == nil && !disabled.contains(name) }

    /// Refuses modules whose declarations conflict with the declarations of other modules.
    mutating func refuse(_ errors: [String: RegistrationError]) {
        for (name, error) in errors { refused[name] = .registration(error) }
    }

    /// Checks the requirements of each module. `names` has all modules, each after the modules that it requires.
    mutating func checkRequirements(_ names: [String]) {
        for name in names where mayRun(name) {
            if let error = fault(of: name) { refused[name] = error }
        }
    }

    private func fault(of name: String) -> PluginProblem? {
        if let cycle = cycles[name] { return .cycle(cycle) }
        for requirement in modules[name]?.requirements ?? [] {
            if let problem = requirement.problem(with: modules[requirement.module]) { return problem }
            if disabled.contains(requirement.module) { return .requiresDisabled(requirement) }
            guard mayRun(requirement.module) else {
                let isLeftOut = refused[requirement.module]?.code == .requiresDisabled
                return .notRunning(requirement, code: isLeftOut ? .requiresDisabled : .requirement)
            }
        }
        return nil
    }
}

extension Requirement {
    /// Returns a problem if the required module was not found, or has a version that is not accepted; otherwise `nil`.
    func problem(with found: ModuleInfo?) -> PluginProblem? {
        guard let found else { return .missing(self) }
        return versions.contains(found.version) ? nil : .wrongVersion(self, found: found.version)
    }
}
