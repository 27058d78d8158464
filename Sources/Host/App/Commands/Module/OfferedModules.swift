import Dispatch
@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

/// The installer of modules that a remote offers when no installed module answers a URL.
///
/// It fetches, checks, installs and starts a module. Any task may use the installer; only one installation runs at a
/// time. If a caller is cancelled, only the installation for this caller ends.
actor OfferedModules: ModuleInstaller {
    /// The maximum size of a module's file in bytes.
    static let sizeLimit = 64 << 20
    static let fetchTimeLimit = Duration.seconds(60)

    private let installation: ModuleInstallation
    private let modules: RuntimeModules
    private let lookup: LookupConfiguration
    /// Held during an installation.
    private let turn = AsyncMutex()

    /// - Parameter lookup: the rules for fetching files, and the receiver of reports.
    init(_ installation: ModuleInstallation, into modules: RuntimeModules, lookup: LookupConfiguration) {
        self.installation = installation
        self.modules = modules
        self.lookup = lookup
    }

    func install(_ offer: ModuleOffer) async throws(ModuleOfferError) {
        await turn.lock()
        do throws(ModuleOfferError) {
            try await store(offer)
        } catch {
            await turn.unlock()
            throw error
        }
        await turn.unlock()
        // The module starts after the lock is released, because its requests during the start may install another
        // module.
        try await start(offer)
    }

    /// Installs a module, unless it is already installed.
    private func store(_ offer: ModuleOffer) async throws(ModuleOfferError) {
        guard !Task.isCancelled else { throw .cancelled }
        let isThere = try await blocking { (installation) throws(PluginProblem) in try installation.has(offer) }
        if isThere { return }
        if let file = await modules.file(of: offer.name) {
            throw .refused(
                reason:
                    "another module \(offer.name) is at \(file); remove it, or do without the offered module"
            )
        }
        let file = try await fetch(offer)
        guard !Task.isCancelled else { throw .cancelled }
        let outcome = try await blocking { (installation) throws(PluginProblem) in
            try installation.install(offer, file: file)
        }
        for module in InstalledModule.all(outcome) { lookup.report(module.text) }
    }

    private func start(_ offer: ModuleOffer) async throws(ModuleOfferError) {
        do {
            try await modules.take(offer.name)
        } catch {
            if Task.isCancelled { throw .cancelled }
            throw .notStarted(
                reason: "it was installed and does not run: \(error), or remove it with "
                    + "`switchboard module uninstall \(offer.name)`")
        }
    }

    private func fetch(_ offer: ModuleOffer) async throws(ModuleOfferError) -> [UInt8] {
        do {
            let source = try lookup.file(at: offer.url)
            return try await source.download(limit: Self.sizeLimit, within: Self.fetchTimeLimit)
        } catch let error as ResolverError {
            switch error.code {
            case .cancelled: throw .cancelled
            case .invalidAnswer: throw .refused(reason: "\(error)")
            default: throw .notFetched(reason: "\(error)")
            }
        } catch {
            throw .refused(reason: "\(error)")
        }
    }

    /// Runs code that blocks its thread while it reads, hashes and scans files or waits for processes. The code runs on
    /// a thread that is not one of Swift's task threads.
    private func blocking<Value: Sendable>(
        _ body: @escaping @Sendable (ModuleInstallation) throws(PluginProblem) -> Value
    ) async throws(ModuleOfferError) -> Value {
        let installation = installation
        do {
            return try await BlockingExecutor.run { () throws(PluginProblem) in try body(installation) }
        } catch {
            throw .refused(reason: "\(error)")
        }
    }
}

/// The modules of a running host; adds modules that are installed while it runs.
struct RuntimeModules {
    let runtime: ModuleRuntime
    let source: CatalogueSource

    /// Returns the file of a module, whether it runs or not; `nil` if there is no such module.
    func file(of name: String) async -> String? { await runtime.records(of: name).first?.file }

    /// Adds a module that was just installed, and starts it. Does nothing if the module already runs.
    func take(_ name: String) async throws(PluginProblem) {
        try await add(name)
        try await runtime.ensureStarted(name)
        await runtime.describe()
    }

    /// Adds a module that was installed or released from quarantine, unless the runtime knows it. With `startsSome`,
    /// also starts the modules that no request would start.
    func add(_ name: String, startsSome: Bool = true) async throws(PluginProblem) {
        if await runtime.knows(name) { return }
        try await runtime.add(name, of: try await look(), startsSome: startsSome)
    }

    /// Reads all modules again into a new catalogue, because the added module must be compatible with the other
    /// modules.
    private func look() async throws(PluginProblem) -> ModuleCatalogue {
        let source = source.all
        return try await BlockingExecutor.run { () throws(PluginProblem) in try source.catalogue() }
    }
}
