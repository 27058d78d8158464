import Dispatch
@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

/// An installer that fetches, checks, installs and starts the modules that remotes offer, one at a time.
///
/// Use it from any task. A caller that is cancelled ends only its own installation.
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
        // The start is outside the lock, since a module's requests during its start may install another one.
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

    /// Runs blocking code, which reads, hashes, scans and waits for other processes, on a thread that no task needs.
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

/// The modules of a running host, including modules that are installed while it runs.
struct RuntimeModules {
    let runtime: ModuleRuntime
    let source: CatalogueSource

    /// Returns the file of a module, running or not; `nil` if there is none.
    func file(of name: String) async -> String? { await runtime.records(of: name).first?.file }

    /// Adds a module that was just installed, and starts it; a running module does not change.
    func take(_ name: String) async throws(PluginProblem) {
        try await add(name)
        try await runtime.ensureStarted(name)
        await runtime.describe()
    }

    /// Adds a module that may run now, unless it is known; with `startsSome`, starts it if no request would.
    func add(_ name: String, startsSome: Bool = true) async throws(PluginProblem) {
        if await runtime.knows(name) { return }
        try await runtime.add(name, of: try await look(), startsSome: startsSome)
    }

    /// Returns a new catalogue of all modules, since an installed module must be compatible with the others.
    private func look() async throws(PluginProblem) -> ModuleCatalogue {
        let source = source.all
        return try await BlockingExecutor.run { () throws(PluginProblem) in try source.catalogue() }
    }
}
