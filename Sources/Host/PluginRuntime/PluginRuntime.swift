@_spi(Host) import ModuleKit

/// Finds, checks, loads and starts modules, and stops them at the end.
///
/// One bad plugin never stops the others: it gets a record with its reason.
struct PluginRuntime {
    private let mediator: Switchboard
    private let store: ModuleStore?
    private let onlyModule: String?
    /// Held as long as modules may be loaded.
    private var use: StoreUse?
    private var loaded: [String: LoadedModule] = [:]
    private var started: [any Module] = []
    private var running: Set<String> = []
    /// The names of all modules that were found, also of those that are not to run.
    private(set) var names: Set<String> = []
    /// Every module that was found, by name.
    private(set) var records: [ModuleRecord] = []

    /// Makes a runtime that registers modules with a mediator and finds what is installed in a store.
    ///
    /// - Parameter onlyModule: the one module that is to run, without what it requires; `nil` for all.
    init(mediator: Switchboard, store: ModuleStore?, onlyModule: String? = nil) {
        self.mediator = mediator
        self.onlyModule = onlyModule
        self.store = store
    }

    /// Loads and starts all modules of the folders, those that others require first.
    mutating func start(_ search: ModuleSearch, host: HostIdentity) async {
        use = store?.use()
        var discovery = PluginDiscovery(host: host, store: store, use: use, onlyModule: onlyModule)
        discovery.search(search.folders)
        // The search may have made the store.
        use = use ?? store?.use()
        names = discovery.names
        let results = discovery.plugins.map(PluginLoader.load)
        let modules = results.flatMap(\.modules)
        // The discovery lets one module through for each name.
        loaded = Dictionary(uniqueKeysWithValues: modules.map { ($0.factory.info.name, $0) })
        records = (discovery.refusals + results.flatMap(\.refusals)).map(ModuleRecord.init)
        let order = StartOrder(modules.map(\.factory.info))
        for module in order.names.compactMap({ loaded[$0] }) {
            records.append(await start(module, cycle: order.cycles[module.factory.info.name]))
        }
        records.sort { ($0.name, $0.file) < ($1.name, $1.file) }
    }

    /// Stops all modules in reverse order of start.
    mutating func stop() async {
        while let module = started.popLast() {
            await mediator.publish(.moduleWillStop, of: type(of: module).info)
            mediator.unregister(owner: type(of: module).info.name)
            await module.stop()
        }
    }

    private mutating func start(_ module: LoadedModule, cycle: [String]?) async -> ModuleRecord {
        let info = module.factory.info
        do throws(LoadError) {
            try checkRequirements(of: info, cycle: cycle)
            started.append(try await startModule(module.factory))
            running.insert(info.name)
            return ModuleRecord(module, error: nil)
        } catch {
            return ModuleRecord(module, error: error)
        }
    }

    /// Makes and starts a module, and publishes its routes in one step; what fails leaves nothing behind.
    private func startModule(_ factory: ModuleFactory) async throws(LoadError) -> any Module {
        let module: any Module
        do {
            module = try factory.module(context: ModuleContext(name: factory.info.name, mediator: mediator))
            await mediator.publish(.moduleDidLoad, of: factory.info)
            await mediator.publish(.moduleWillStart, of: factory.info)
            try await module.start()
        } catch {
            throw .notStarted(reason: error)
        }
        do {
            try mediator.register(module.registration)
            return module
        } catch {
            await mediator.publish(.moduleWillStop, of: factory.info)
            await module.stop()
            throw .registration(error)
        }
    }

    private func checkRequirements(of info: ModuleInfo, cycle: [String]?) throws(LoadError) {
        // Others' routes are stubs then.
        if onlyModule != nil { return }
        if let cycle { throw .requirement(.cycle(cycle)) }
        for requirement in info.requirements {
            guard let found = loaded[requirement.module]?.factory.info else {
                throw .requirement(.missing(requirement))
            }
            guard requirement.allows(found.version) else {
                throw .requirement(.wrongVersion(requirement, found: found.version))
            }
            guard running.contains(requirement.module) else { throw .requirement(.notRunning(requirement)) }
        }
    }
}
