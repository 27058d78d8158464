import Dispatch
import Glibc
import Synchronization
@_spi(Host) import ModuleKit

/// A builder of the catalogue of a host's start. The builder searches folders, scans new plugins, and decides which
/// modules may be started.
struct CatalogueBuilder {
    let host: HostIdentity
    let store: ModuleStore?
    let use: StoreLease?
    let scans: ScanCache
    let switches: ModuleSwitches
    /// The name of the only module to include, whose requirements are then not checked; `nil` includes all modules.
    let onlyModule: String?
    /// Whether the caller only lists the modules and does not load them.
    var onlyReports = false
    /// Whether to scan plugins that no host has scanned before. If `false`, the catalogue omits these plugins.
    var scansNew = true

    /// A module with its declarations, and the plugin that contains it.
    typealias Found = (plugin: DiscoveredPlugin, module: ScannedModule)

    /// Searches folders, and returns the catalogue of their modules. `fault` is a record to add to the catalogue.
    func build(_ search: ModuleSearch, adding fault: ModuleRecord? = nil) -> ModuleCatalogue {
        var discovery = PluginDiscovery(
            host: host, store: store, onlyReports: onlyReports, use: use, onlyModule: onlyModule)
        discovery.search(search.folders)
        var found: [Found] = []
        var records = [fault].compactMap(\.self)
        records += discovery.refused.map { ModuleRecord($0.name, file: $0.file, source: $0.source, $0.problem) }
        let plugins = discovery.plugins.filter { scansNew || scans.recall($0.content) != nil }
        for (plugin, result) in zip(plugins, scan(plugins)) {
            let sorted = Self.split(result, of: plugin)
            found += sorted.found
            records += sorted.records
        }
        return catalogue(found, records, discovery)
    }

    /// The largest number of plugins per scan process.
    private static let batchSize = 32

    /// Returns the scan of each plugin. Plugins without a stored record are scanned in parallel, in at most one process
    /// per core at a time.
    private func scan(_ plugins: [DiscoveredPlugin]) -> [Result<ScanRecord, PluginProblem>] {
        let known = plugins.map { scans.recall($0.content).map(Result<ScanRecord, PluginProblem>.success) }
        let batches = batches(plugins, known.indices.filter { known[$0] == nil })
        let results = Mutex(known)
        DispatchQueue.concurrentPerform(iterations: batches.count) { number in
            let batch = batches[number]
            let records = scans.records(ofNew: batch.map { (plugins[$0].content, plugins[$0].library.path) })
            results.withLock { for (place, record) in zip(batch, records) { $0[place] = record } }
        }
        return results.withLock { $0.compactMap(\.self) }
    }

    /// Splits the plugins at the indexes `places` into batches. A separate process scans each batch.
    ///
    /// Only plugins that came with the host and do not bundle libraries share a process. A foreign plugin could falsify
    /// the reports on plugins that the same process scans later. Two plugins could bundle different libraries of the
    /// same name, and a process loads only one library of a name.
    private func batches(_ plugins: [DiscoveredPlugin], _ places: [Int]) -> [[Int]] {
        let isShared = { (place: Int) in
            plugins[place].source == .besideExecutable && plugins[place].library.bundledLibraries.isEmpty
        }
        let sharing = places.filter(isShared)
        let cores = max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1)
        let size = min(max((sharing.count + cores - 1) / cores, 1), Self.batchSize)
        return stride(from: 0, to: sharing.count, by: size).map { Array(sharing[$0..<min($0 + size, sharing.count)]) }
            + places.filter { !isShared($0) }.map { [$0] }
    }

    /// Returns the modules that the scan of a plugin found. For each of the plugin's other modules, returns a record
    /// with the problem.
    private static func split(
        _ result: Result<ScanRecord, PluginProblem>, of plugin: DiscoveredPlugin
    ) -> (found: [Found], records: [ModuleRecord]) {
        var found: [Found] = []
        var records: [ModuleRecord] = []
        for name in plugin.modules {
            let error: PluginProblem
            var state = ModuleState.failed
            switch result {
            case .success(let record):
                if record.fault == nil, let module = record.modules.first(where: { $0.name == name }) {
                    found.append((plugin, module))
                    continue
                }
                // A problem of the whole file is stored under the file's name instead of a module's name.
                let problem = record.problems[name] ?? record.problems.min { $0.key < $1.key }?.value
                let fault = record.fault ?? problem
                error = fault ?? .wrongName(found: "nothing", expected: name)
                if fault?.isLasting == true { state = .quarantined }
            case .failure(let fault):
                error = fault
                state = .discovered
            }
            records.append(
                ModuleRecord(
                    name, file: plugin.file, source: plugin.source, error, state: state, content: plugin.content))
        }
        return (found, records)
    }

    private func catalogue(
        _ found: [Found], _ records: [ModuleRecord], _ discovery: PluginDiscovery
    ) -> ModuleCatalogue {
        let byName = Dictionary(found.map { ($0.module.name, $0) }) { first, _ in first }
        let order = StartOrder(found.map(\.module.info))
        let ordered = order.names.compactMap { byName[$0] }
        var resolution = RequirementResolution(
            disabled: switches.disabled, modules: byName.mapValues(\.module.info), cycles: order.cycles)
        let isolated = Set(found.filter(isIsolated).map(\.module.name))
        var arranged: (modules: [Registration], refused: [String: RegistrationError])
        repeat {
            if onlyModule == nil { resolution.checkRequirements(order.names) }
            let wanted = ordered.filter { resolution.mayRun($0.module.name) }
            arranged = Registration.arrange(wanted.map { ($0.module.name, $0.module.manifest) }, isolated: isolated)
            resolution.refuse(arranged.refused)
        } while !arranged.refused.isEmpty
        return ModuleCatalogue(
            modules: ordered.map { known($0, resolution) }, records: records, names: discovery.names,
            idleModules: arranged.modules, scans: scans,
            refused: discovery.refusedContents)
    }

    private func isIsolated(_ found: Found) -> Bool {
        switches.isolation(of: found.module.info, from: found.plugin.source) != nil
    }

    private func known(_ found: Found, _ resolution: RequirementResolution) -> ModuleDescriptor {
        let (plugin, module) = (found.plugin, found.module)
        return ModuleDescriptor(
            module, in: plugin, isDisabled: resolution.disabled.contains(module.name),
            isolation: switches.isolation(of: module.info, from: plugin.source),
            problem: resolution.refused[module.name])
    }
}

extension ModuleSwitches {
    /// Returns the limits of the module's process; `nil` if the module runs in the host's process.
    func isolation(of module: ModuleInfo, from source: SearchFolder.Source) -> IsolationLimits? {
        let isIsolated = module.isIsolated || isIncomplete && source != .besideExecutable
        return isolated[module.name] ?? (isIsolated ? IsolationLimits() : nil)
    }
}
