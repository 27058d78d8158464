@_spi(Host) import HostKit
import Platform
import PluginRuntime

/// The parts of a session, made from the options, the environment and the configuration file.
struct SessionParts {
    let options: HostOptions
    let configuration: Configuration
    let environment: [String: String]
    let console: Console

    /// Whether this session neither records nor reports crashes. A script that searches for the module that crashes
    /// sets the variable: it starts the host several times, and leaves out a different module each time.
    var isTrial: Bool { environment["SWITCHBOARD_TRIAL"] != nil }

    /// Creates a session with its navigator, its mediator and its runtime of modules.
    func session(
        for invocation: Invocation, _ source: CatalogueSource, _ lookup: LookupConfiguration,
        _ journal: SessionJournal?
    ) throws(Failure) -> Session {
        let viewport = Viewport(
            console: console, mode: options.displayMode, isPaged: invocation.isInteractive, environment: environment)
        let log = SessionLog()
        let navigator = CommandLineNavigator(
            console: console, viewport: viewport, browser: try browser(), whyUnattended: invocation.whyUnattended,
            leavesUnasked: options.leavesUnasked, log: log)
        let traces = try options.traceFile.map { path throws(Failure) in try LineFile(path: path, of: "traces") }
        let observer = ConsoleObserver(
            console: console, file: traces, log: try logOutput(), counts: invocation.hasLines)
        let mediator = Switchboard(
            navigator: options.fleet.isEmpty ? navigator : FleetNavigator(navigator),
            resolvers: try lookup.resolvers() + [WebPages()],
            ownHosts: try options.ownHosts(environment), observer: observer,
            notingIn: journal?.activities)
        let runtime = ModuleRuntime(
            mediator: mediator, runners: runners, pages: navigator, journal: journal,
            runsAlone: options.onlyModule != nil,
            settings: try SettingValues(
                file: configuration.moduleSettings, environment: environment, options: options.settings
            ).byModule)
        return Session(
            mediator: mediator, navigator: navigator, console: console, environment: environment,
            observer: observer, origin: options.origin, options: RequestOptions(deadline: options.deadline),
            runtime: runtime, source: source, input: ShellInput(.lines([]), console: console, log: log), log: log,
            configuration: configuration, settings: configuration.rows(given: options.given, environment),
            checkWords: CheckedOthers.words(
                stubs: options.stubFile, services: lookup.services, named: options.services),
            watches: FolderWatches(),
            hostWords: options.variantWords,
            runLines: { session, bails, finish in
                var shell = Shell(session: session, bails: bails)
                return await shell.runLines(finish: finish)
            })
    }

    /// The search for modules, with the store and the cache.
    var source: CatalogueSource {
        let search = ModuleSearch(
            options: options.moduleFolders, configured: configuration.moduleFolders, environment: environment,
            executableFolder: Executable.folder)
        let store = ModuleStore(environment: environment)
        var source = CatalogueSource(
            search: options.isSafe ? search.ofOwnModules : search, store: store, hold: StoreHold(store),
            cache: UserEnvironment.cache(environment, "modules"), onlyModule: options.onlyModule)
        source.excludedModules = Set(options.excludedModules)
        return source
    }

    /// Returns the remotes and the web services.
    func lookup() throws(Failure) -> LookupConfiguration {
        let answers = options.demoAnswers
        let services = try WebServices(
            file: environment[HostOptions.serviceVariable], configured: configuration.services,
            options: options.services, demo: answers.map { $0 + "/services" })
        return LookupConfiguration(
            remotes: options.remotes, demoTable: answers.map { $0 + "/table.json" },
            services: services.addresses, usesRemotes: options.usesRemotes, isOffline: options.isOffline,
            serviceDelay: options.serviceDelay,
            allowsInsecure: options.allowsInsecure, cacheFolder: UserEnvironment.cache(environment, "remote")?.path,
            report: { [console] in console.notice("remote", $0) })
    }

    /// The runners of modules, with storage in the user's folder.
    private var runners: ModuleRuntime.Runners {
        let storage = Self.storage(environment) { [console] in
            console.notice("storage", $0)
        }
        let module = options.stubFile == nil ? nil : options.onlyModule
        let used = module.flatMap { name in ContractRecorder.shared?.uses(of: name) }
        return ModuleRuntime.isolatingRunners(storage, used: used) { [console] line in
            console.log(PlainText.line(line))
        }
    }

    /// Returns the storage of each module, in the user's folder; `report` receives notices for the user.
    static func storage(
        _ environment: [String: String], _ report: @escaping @Sendable (String) -> Void
    ) -> @Sendable (_ module: String) -> StorageSource {
        { module in
            StorageSource { () throws(StorageError) in
                guard let folder = UserEnvironment.storage(environment) else {
                    throw StorageError(
                        .unavailable(reason: "neither XDG_DATA_HOME nor HOME is the path of a folder; set one"))
                }
                let setup = StorageSetup(module: module, folder: folder, report: report)
                return try StorageLibrary.open("\(Executable.folder)/\(StorageLibrary.name)").make(setup)
            }
        }
    }

    func logOutput() throws(Failure) -> LogOutput {
        let (level, path) = try options.log(environment)
        let file = try path.map { path throws(Failure) in try LineFile(path: path, of: "log records") }
        return LogOutput(level: level, file: file, console: console)
    }

    func browser() throws(Failure) -> Browser? {
        guard options.usesBrowser else { return nil }
        guard let program = environment["BROWSER"], !program.isEmpty else {
            throw Failure(usage: "\(HostOptions.browser.name) needs BROWSER; set it in the environment")
        }
        return Browser(program: program)
    }
}
