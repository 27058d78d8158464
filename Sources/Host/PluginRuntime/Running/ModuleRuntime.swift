import Glibc
@_spi(Host) package import ModuleKit
import Platform
import Synchronization

/// The modules of a running host: finds them, starts those that are needed, and stops them at the end.
///
/// One bad plugin never stops the others: it gets a record with its reason.
package actor ModuleRuntime {
    package nonisolated let mediator: Switchboard
    let runners: any ModuleRunnerFactory
    let limits: ModuleLimits
    let pages: (any PageKeeper)?
    /// Where it is noted what modules do; `nil` where nothing can be kept.
    let journal: SessionJournal?
    private let leftWork: LeftWork?
    /// Whether requirements do not count, because one module is to run alone.
    let runsAlone: Bool
    var entries: [String: ModuleEntry] = [:]
    /// Whether the host comes to its end.
    private(set) var isEnding = false
    /// The updates that are on their way.
    var updates: [String: Task<Result<Void, PluginProblem>, Never>] = [:]
    /// For each module that starts, those whose starts it waits for.
    var awaited: [String: [String]] = [:]
    /// The earlier generations that requests and pages are still on.
    var draining: [RunningModule] = []
    /// The modules that run, in the order in which they were started.
    var started: [String] = []
    nonisolated var catalogue: ModuleCatalogue { found.withLock(\.self) }
    /// Why files that came later were not taken, by their paths.
    var refusedFiles: [String: [Refusal]] = [:]
    private let found = Mutex(ModuleCatalogue.empty)

    package init(
        mediator: Switchboard, runners: any ModuleRunnerFactory = InProcessRunnerFactory(),
        limits: ModuleLimits = ModuleLimits(), pages: (any PageKeeper)? = nil, journal: SessionJournal? = nil,
        runsAlone: Bool = false
    ) {
        self.journal = journal
        leftWork = journal.map { LeftWork($0.activities) }
        self.pages = pages
        self.mediator = mediator
        self.runners = runners
        self.limits = limits
        self.runsAlone = runsAlone
    }

    /// The code of modules that runs now, such as `Rent's route /rent/:id while it answered app://rent/1`.
    package nonisolated var runningCode: [String] { journal?.activities.running.map(\.sentence) ?? [] }

    /// Takes modules over, and starts those that others may need without a request that says so.
    ///
    /// - Parameter startsSome: whether any is started before a request or the user asks for it.
    package func begin(_ catalogue: ModuleCatalogue, startsSome: Bool = true) async {
        found.withLock { $0 = catalogue }
        leftWork?.whenFull { [weak self] module in
            BlockingExecutor.task { [weak self] in _ = await self?.stop(module, leaving: .stopped) }
        }
        entries = Dictionary(minimumCapacity: catalogue.modules.count)
        for module in catalogue.modules { entries[module.name] = ModuleEntry(module) }
        let wanted = catalogue.modules.filter { !$0.isDisabled && $0.refusal == nil }
        // What does not start may have been open, or is asked for all the same.
        for (name, manifest) in catalogue.idleManifests { mediator.redact(manifest, of: name) }
        mediator.declare(catalogue.idleModules, startedBy: self)
        for module in wanted where startsSome && module.startsWithHost { try? await ensureStarted(module.name) }
    }

    /// Every module that was found, by name.
    package var records: [ModuleRecord] {
        let records =
            refusedRecords
            + entries.values.map {
                $0.record(obstacle(to: $0.module).map(unmet)).with(leftWork?.left(by: $0.module.name))
            }
        return records.sorted { ($0.name, $0.file) < ($1.name, $1.file) }
    }

    /// Returns whether this process uses a processor though nothing is asked of it, as for a task that a module began.
    package static func staysBusy() async -> Bool {
        let start = clock()
        try? await Task.sleep(for: .milliseconds(200))
        return clock() - start > CLOCKS_PER_SEC / 20
    }

    /// Looks from now on for code that holds its thread for longer than a limit.
    ///
    /// - Parameter held: receives that code; it returns at once.
    package nonisolated func watchThreads(
        limit: Duration, _ held: @escaping @Sendable (ActivityTable.Activity) -> Void
    ) {
        leftWork?.watchThreads(limit: limit, held)
    }

    /// Why modules do not run, by their names.
    package var refusals: [Refusal] {
        let suspects = entries.values.filter { !$0.mayStart || !$0.module.info.requirements.isEmpty }
        let found = suspects.compactMap { $0.record(obstacle(to: $0.module).map(unmet)).refusal }
        return (refusedRecords.compactMap(\.refusal) + found).sorted { ($0.module, $0.file) < ($1.module, $1.file) }
    }

    /// What was found and could not be started, without what was taken over since.
    private var refusedRecords: [ModuleRecord] {
        catalogue.records.filter { $0.content == nil || entries[$0.name]?.module.content != $0.content }
            + refusedFiles.values.joined().map { ModuleRecord($0, state: $0.isShadowed ? .shadowed : .failed) }
    }

    /// The modules that run or will, with their versions.
    package var versions: [String: String] {
        var versions = [String: String](minimumCapacity: entries.count)
        for (name, entry) in entries where entry.mayStart && obstacle(to: entry.module) == nil {
            versions[name] = "\(entry.module.info.version)"
        }
        return versions
    }

    /// The names of the modules that each module requires.
    package var requirements: [String: [String]] {
        entries.mapValues { $0.module.info.requirements.map(\.module) }
    }

    /// Says to remotes which modules there are now.
    package func describe() { mediator.describe(modules: versions) }

    /// What a module requires, directly or not, and what does not run.
    ///
    /// - Parameter path: the modules that require it; in a cycle, each waits for the others.
    func obstacle(to module: ModuleDescriptor, on path: Set<String> = []) -> Requirement? {
        if runsAlone { return nil }
        let path = path.union([module.name])
        return module.info.requirements.first { requirement in
            guard let required = entries[requirement.module], !path.contains(requirement.module),
                requirement.versions.contains(required.module.info.version)
            else { return true }
            return !required.mayStart || obstacle(to: required.module, on: path) != nil
        }
    }

    /// Why a module does not run that requires what is not there, has another version, or does not run.
    func unmet(_ requirement: Requirement) -> PluginProblem {
        guard let entry = entries[requirement.module] else { return .missing(requirement) }
        let version = entry.module.info.version
        guard requirement.versions.contains(version) else { return .wrongVersion(requirement, found: version) }
        if case .disabled = entry.phase { return .requiresDisabled(requirement) }
        return .notRunning(requirement)
    }

    /// The names of all modules that were found, also of those that are not to run.
    package var names: Set<String> { catalogue.names }

    /// Stops all modules in reverse order of start.
    package func stopAll() async {
        isEnding = true
        while let generation = draining.last { await stopRetired(generation) }
        while let name = started.last { await stopAlone(name) }
    }

    /// The URLs that lead to a module, of pages that a person has before them.
    func openPages(of module: String) async -> Set<String> {
        let urls = await pages?.openURLs() ?? []
        return urls.filter { mediator.owner(of: RouteURL($0)) == module }
    }

    /// Says on a module's pages why it ended.
    func close(_ module: String, _ urls: Set<String>, because end: ModuleEnd) async {
        await pages?.close(module, urls, because: end)
    }

    /// Puts a module into a phase, and derives its state for requests.
    func setPhase(_ phase: ModuleEntry.Phase, of name: String) {
        entries[name]?.phase = phase
        switch phase.requestState {
        case nil: break
        case .idle: mediator.makeIdle(name)
        case let state?: mediator.setState(of: name, state)
        }
    }
}

extension ModuleRuntime: ModuleStarter {
    /// Starts a module because a request needs it.
    package func start(_ module: String) async throws {
        // What a module asks for while it starts goes on without that module, as it does before it.
        if startChain.contains(module) { return }
        do {
            try await ensureStarted(module)
        } catch  where error.code == .notAwaited {
            // The start goes on: it is the wait for it that has ended.
            throw CancellationError()
        }
    }

    package nonisolated func manifest(of module: String) -> Manifest? { catalogue.manifest(of: module) }
}

/// How long modules may take for the steps of their lives.
package struct ModuleLimits: Sendable {
    /// How long `start()` may take, in seconds.
    var start = 10
    /// How long `stop()` may take, in seconds.
    var stop = 5
    /// How long a generation that was replaced waits for the requests that began on it, in seconds.
    var drain = 30
    /// How long a module that is stopped waits for them, while the user waits for it, in seconds.
    var settle = 2
    /// How often the process of an isolated module may crash.
    var crashes = CrashLimits()
}
