@_spi(Host) import ModuleKit

/// The modules of a running host: finds them, starts those that are needed, and stops them at the end.
///
/// One bad plugin never stops the others: it gets a record with its reason.
actor ModuleRuntime {
    let mediator: Switchboard
    let runners: any ModuleRunnerFactory
    let limits: ModuleLimits
    private let pages: (any PageKeeper)?
    /// Whether requirements do not count, because one module is to run alone.
    let runsAlone: Bool
    var slots: [String: ModuleSlot] = [:]
    /// Whether the host comes to its end.
    private(set) var isEnding = false
    /// The updates that are on their way.
    var updates: [String: Task<Result<Void, LoadError>, Never>] = [:]
    /// For each module that starts, those whose starts it waits for.
    var awaited: [String: [String]] = [:]
    /// The earlier generations that requests and pages are still on.
    var draining: [ModuleGeneration] = []
    /// The modules that run, in the order in which they were started.
    var started: [String] = []
    private(set) var catalogue = ModuleCatalogue.empty
    private let declared = DeclaredManifests()

    init(
        mediator: Switchboard, runners: any ModuleRunnerFactory = InProcessRunnerFactory(),
        limits: ModuleLimits = ModuleLimits(), pages: (any PageKeeper)? = nil, runsAlone: Bool = false
    ) {
        self.pages = pages
        self.mediator = mediator
        self.runners = runners
        self.limits = limits
        self.runsAlone = runsAlone
    }

    /// Takes modules over, and starts those that others may need without a request that says so.
    func begin(_ catalogue: ModuleCatalogue) async {
        self.catalogue = catalogue
        declared.take(catalogue)
        slots = Dictionary(minimumCapacity: catalogue.modules.count)
        for module in catalogue.modules { slots[module.name] = ModuleSlot(module) }
        let wanted = catalogue.modules.filter { !$0.isDisabled && $0.refusal == nil }
        let rewriting = wanted.filter(\.hasRewrites).compactMap { module in
            catalogue.manifest(of: module.name).map { (module.name, $0) }
        }
        mediator.wake(catalogue.declarations, by: self, rewrites: rewriting)
        for module in wanted where module.startsWithHost { try? await bring(module.name) }
    }

    /// Every module that was found, by name.
    var records: [ModuleRecord] {
        let records = catalogue.records + slots.values.map { $0.record(obstacle(to: $0.module)) }
        return records.sorted { ($0.name, $0.file) < ($1.name, $1.file) }
    }

    /// Why modules do not run, by their names.
    var refusals: [Refusal] {
        let suspects = slots.values.filter { !$0.mayStart || !$0.module.info.requirements.isEmpty }
        let found = suspects.compactMap { $0.record(obstacle(to: $0.module)).refusal }
        return (catalogue.records.compactMap(\.refusal) + found).sorted { ($0.module, $0.file) < ($1.module, $1.file) }
    }

    /// The modules that run or will, with their versions.
    var versions: [String: String] {
        var versions = [String: String](minimumCapacity: slots.count)
        for (name, slot) in slots where slot.mayStart && obstacle(to: slot.module) == nil {
            versions[name] = "\(slot.module.info.version)"
        }
        return versions
    }

    /// Says to remotes which modules there are now.
    func describe() { mediator.describe(modules: versions) }

    /// What a module requires, directly or not, and what does not run.
    ///
    /// - Parameter path: the modules that require it; in a cycle, each waits for the others.
    func obstacle(to module: KnownModule, on path: Set<String> = []) -> Requirement? {
        if runsAlone { return nil }
        let path = path.union([module.name])
        return module.info.requirements.first { requirement in
            guard let required = slots[requirement.module], !path.contains(requirement.module) else { return true }
            return !required.mayStart || obstacle(to: required.module, on: path) != nil
        }
    }

    /// The names of all modules that were found, also of those that are not to run.
    var names: Set<String> { catalogue.names }

    /// Stops all modules in reverse order of start.
    func stopAll() async {
        isEnding = true
        while let generation = draining.last { await stopRetired(generation) }
        while let name = started.last { await stopAlone(name) }
    }

    /// The URLs that lead to a module, of pages that a person has before them.
    func openPages(of module: String) async -> Set<String> {
        let urls = await pages?.openURLs() ?? []
        return urls.filter { mediator.owner(of: $0) == module }
    }

    /// Says on a module's pages why it ended.
    func close(_ module: String, _ urls: Set<String>, because end: ModuleEnd) async {
        await pages?.close(module, urls, because: end)
    }

    func setPhase(_ phase: ModuleSlot.Phase, of name: String) { slots[name]?.phase = phase }
}

extension ModuleRuntime: ModuleStarter {
    /// Starts a module because a request needs it.
    func start(_ module: String) async throws {
        // What a module asks for while it starts goes on without that module, as it does before it.
        if startChain.contains(module) { return }
        try await bring(module)
    }

    nonisolated func manifest(of module: String) -> Manifest? { declared.manifest(of: module) }
}
