import Glibc
@_spi(Host) package import ModuleKit
import Platform
import Synchronization

/// The modules of a running host, which are started when they are needed and stopped at the end.
///
/// A faulty plugin does not keep other plugins from running.
package actor ModuleRuntime: ModuleStarter {
    /// A function that creates the runner of a generation, and so decides in which process a module's code runs.
    ///
    /// The runner calls `crashed` when the module's process crashes. The requests that the crash interrupted fail only
    /// after that call returns.
    package typealias Runners =
        @Sendable (
            _ module: ModuleDescriptor, _ mediator: Switchboard,
            _ crashed: @escaping @Sendable (_ runner: any ModuleRunner, _ crash: ModuleCrash) async -> Void
        ) -> any ModuleRunner

    package nonisolated let mediator: Switchboard
    let runners: Runners
    let limits: ModuleLimits
    let pages: (any PageKeeper)?
    /// The journal of the modules' activities; `nil` if none can be kept.
    let journal: SessionJournal?
    private let abandonedWork: AbandonedWork?
    /// Whether requirements are ignored, because one module runs alone.
    package nonisolated let runsAlone: Bool
    /// The values that the user has given for settings, keyed by module name. If a setting has several values, the last
    /// one applies.
    package nonisolated let settings: [String: [GivenSetting]]
    var entries: [String: ModuleEntry] = [:]
    private(set) var isEnding = false
    /// The updates that are under way, keyed by module name.
    var updates: [String: Task<Result<Void, PluginProblem>, Never>] = [:]
    /// The names of the modules for which a starting module waits, keyed by the name of the waiting module.
    var awaited: [String: [String]] = [:]
    /// The earlier generations that requests and pages still use.
    var draining: [RunningModule] = []
    /// The modules that run or stop, in the order of their starts; see `setPhase`.
    var started: [String] = []
    nonisolated var catalogue: ModuleCatalogue { found.withLock(\.self) }
    /// The records of files that a folder watch found and that could not be loaded, keyed by path.
    var refusedFiles: [String: [ModuleRecord]] = [:]
    private let found = Mutex(ModuleCatalogue.empty)
    /// The modules of other hosts of the fleet, keyed by name. Lost modules are included: they
    /// answered requests of this host, but no host runs them any more.
    var fleetModules: [String: FleetModule] = [:]
    /// Called when modules were added, stopped, or changed.
    var modulesChanged: (@Sendable () -> Void)?

    package init(
        mediator: Switchboard, runners: @escaping Runners = ModuleRuntime.runners(),
        limits: ModuleLimits = ModuleLimits(), pages: (any PageKeeper)? = nil, journal: SessionJournal? = nil,
        runsAlone: Bool = false, settings: [String: [GivenSetting]] = [:]
    ) {
        self.journal = journal
        abandonedWork = journal.map { AbandonedWork($0.activities) }
        self.pages = pages
        self.mediator = mediator
        self.runners = runners
        self.limits = limits
        self.runsAlone = runsAlone
        self.settings = settings
    }

    /// The modules' code that runs now, such as `Rent's route /rent/:id while it answered app://rent/1`.
    package nonisolated var runningCode: [String] { journal?.activities.running.map(\.sentence) ?? [] }

    /// Adds the modules of a catalogue. If `startsSome` is `true`, also starts the modules that must run before any
    /// request; otherwise, only requests and the user start modules.
    package func begin(_ catalogue: ModuleCatalogue, startsSome: Bool = true) async {
        found.withLock { $0 = catalogue }
        abandonedWork?.whenFull { [weak self] module in
            BlockingExecutor.task { [weak self] in _ = await self?.stop(module) }
        }
        entries = Dictionary(minimumCapacity: catalogue.modules.count)
        for module in catalogue.modules { entries[module.name] = ModuleEntry(module) }
        let wanted = catalogue.modules.filter { !$0.isDisabled && $0.problem == nil }
        // URLs of modules that do not start are redacted as well: requests and earlier pages may contain them.
        for (name, manifest) in catalogue.idleManifests { mediator.redact(manifest, of: name) }
        mediator.declare(catalogue.idleModules, startedBy: self)
        for module in wanted where startsSome && module.startsWithHost { try? await ensureStarted(module.name) }
    }

    /// The records of all modules that were found, sorted by name.
    package var records: [ModuleRecord] {
        let here = refusedRecords + entries.values.filter { !isFleetModule($0.module.name) }.map(record)
        return (here + fleetRecords).sorted { ($0.name, $0.file) < ($1.name, $1.file) }
    }

    /// Whether no module was found, here or on another host.
    package var isEmpty: Bool {
        entries.isEmpty && refusedRecords.isEmpty && !fleetModules.values.contains(where: \.isUsed)
    }

    /// The records of the modules that requests do not reach and of the refused files, sorted by name. The module of a
    /// refused file may run from another file.
    package var absentRecords: [ModuleRecord] {
        let idle = entries.values.filter { !mayRun($0.module.name) }.map(record)
        return (idle + refusedRecords).sorted { ($0.name, $0.file) < ($1.name, $1.file) }
    }

    func mayRun(_ name: String) -> Bool {
        if isFleetModule(name) { return true }
        return entries[name].map { $0.phase.state(obstacle(to: $0.module), nil).state.mayRun } ?? false
    }

    private func record(of entry: ModuleEntry) -> ModuleRecord {
        let name = entry.module.name
        let inUse = draining.filter { $0.module.name == name }.map(\.number)
        return entry.record(
            obstacle(to: entry.module), draining: Set(inUse), left: abandonedWork?.left(by: name))
    }

    /// Returns whether this process uses a processor although no request runs, such as for a task that a module began.
    package static func staysBusy() async -> Bool {
        let start = clock()
        try? await Task.sleep(for: .milliseconds(200))
        return clock() - start > CLOCKS_PER_SEC / 20
    }

    /// Begins to look once a second for code that holds its thread for longer than a limit. `held` receives the code
    /// that each look finds, and must return immediately.
    package nonisolated func watchThreads(
        limit: Duration, _ held: @escaping @Sendable (ActivityTable.Activity) -> Void
    ) {
        abandonedWork?.watchThreads(limit: limit, held)
    }

    /// The records of files that were refused. A file whose module was added later is excluded.
    private var refusedRecords: [ModuleRecord] {
        catalogue.records.filter { $0.content == nil || entries[$0.name]?.module.content != $0.content }
            + refusedFiles.values.joined()
    }

    /// The versions of the modules that run or may be started, keyed by module name.
    package var versions: [String: String] {
        var versions = [String: String](minimumCapacity: entries.count)
        for (name, entry) in entries where entry.phase.mayStart && obstacle(to: entry.module) == nil {
            versions[name] = "\(entry.module.info.version)"
        }
        return versions
    }

    /// Updates the names and versions of modules in the host's description for remotes.
    package func describe() {
        mediator.describe(modules: versions)
        modulesChanged?()
    }

    /// Returns the problem of a module's first unmet requirement: the required module is missing, has another version,
    /// does not run, or has an unmet requirement itself.
    ///
    /// - Parameter path: the modules on the chain of requirements to this module. A requirement in a cycle is unmet.
    func obstacle(to module: ModuleDescriptor, on path: Set<String> = []) -> PluginProblem? {
        if runsAlone { return nil }
        let path = path.union([module.name])
        for requirement in module.info.requirements {
            if isMetByFleet(requirement) { continue }
            let entry = entries[requirement.module]
            if let problem = requirement.problem(with: entry?.module.info) { return problem }
            if case .disabled = entry?.phase { return .requiresDisabled(requirement) }
            guard let entry, entry.phase.mayStart, !path.contains(requirement.module),
                obstacle(to: entry.module, on: path) == nil
            else { return .notRunning(requirement) }
        }
        return nil
    }

    /// The names of all modules that were found, including those that do not run.
    package var names: Set<String> { catalogue.names }

    /// Stops all modules in reverse order of start.
    package func stopAll() async {
        isEnding = true
        while let generation = draining.last { await stopRetired(generation) }
        while let name = started.last { await stopAlone(name) }
    }

    /// Returns the URLs of a module's open pages.
    func openPages(of module: String) async -> Set<String> {
        let urls = await pages?.openURLs() ?? []
        return urls.filter { mediator.owner(of: RouteURL($0)) == module }
    }

    package func requestStart(of module: String) async throws {
        // A request that a module makes during its own start continues without that module.
        if startChain.contains(module) { return }
        do {
            try await ensureStarted(module)
        } catch  where error.code == .notAwaited {
            // Only the wait was cancelled; the start continues.
            throw CancellationError()
        }
    }

    package func requestStart(ofSubscriber module: String) async throws {
        // A stop may wait for the publisher of the event, and a start waits for the stop of a required module.
        let stopping = started.filter { entries[$0]?.phase.isStopping == true }
        if isEnding || stopping.contains(where: { $0 == module || requires(module, $0) }) { return }
        guard let entry = entries[module], obstacle(to: entry.module) == nil else { return }
        switch entry.phase {
        case .resolved, .starting: try await requestStart(of: module)
        default: return
        }
    }

    package nonisolated func manifest(of module: String) -> Manifest? { catalogue.manifest(of: module) }
}

/// The time limits for the steps of a module's life.
package struct ModuleLimits: Sendable {
    /// The time limit of `start()`, in seconds.
    var start = 10
    /// The time limit of `stop()`, in seconds.
    var stop = 5
    /// The longest wait of a replaced generation for the requests that began on it, in seconds.
    var drain = 30
    /// The longest wait of a stopping module for its requests, in seconds. It is short because the user also waits.
    var settle = 2
    /// The number of crashes within `crashWindow` after which requests do not start an isolated module again.
    var crashCount = 3
    /// The time in which crashes are counted together, in seconds.
    var crashWindow = 300
    /// The pause between a first crash and the next start. Each further crash doubles the pause, at most six times.
    var crashPause = Duration.milliseconds(100)
}
