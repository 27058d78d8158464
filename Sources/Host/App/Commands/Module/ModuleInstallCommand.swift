import Platform
import PluginRuntime

/// `module install PATH`: copies a library, or the products of a package, into the store.
struct ModuleInstallCommand: Command {
    static let replace = Option(
        "--replace", value: "NAME", "the installed module whose place it takes; that one is removed in the same step")
    static let description = CommandDescription(
        name: "install", words: "PATH",
        summary: "install the modules of a library, of a folder of libraries, or of a package that was built",
        options: [replace], needsModules: false)

    private let path: String
    private let replaced: [String]

    init(_ arguments: Arguments) throws(UsageError) {
        path = try Self.word(of: arguments)
        replaced = arguments.values(Self.replace)
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let installation = try session.installation()
        let work = LongWork.begin("installing \(Path.name(of: path))…")
        defer { LongWork.end(work) }
        var outcomes: [ModuleInstallation.Outcome] = []
        // Replaced entries stay until the command has succeeded.
        session.source.hold.pruneAtEnd()
        // Modules that were refused before are no fault of the new one.
        let before = session.refusals.map { [$0.module, $0.file] }
        var notes: [Refusal] = []
        do throws(PluginProblem) {
            let libraries = try ModuleInstallation.libraries(at: path)
            guard replaced.isEmpty || libraries.count == 1 else { throw .manyReplace(libraries) }
            for library in libraries {
                let outcome = try install(library, installation)
                notes = session.refusals.filter { !before.contains([$0.module, $0.file]) }
                if let clash = notes.first(where: \.isClash), try installation.putBack(outcome) {
                    throw .clash(source: library, module: clash.module, clash.problem)
                }
                outcomes.append(outcome)
            }
        } catch {
            // The libraries before the failed one are installed.
            if !outcomes.isEmpty { try session.show(outcomes) }
            throw Failure(error)
        }
        try session.show(outcomes)
        if ShellRequest.isCurrent { await session.tellOfNextStart(outcomes.flatMap { $0.modules.map(\.name) }) }
        for note in notes { session.console.report(note, text: note.text) }
        session.tellOfCoverage(by: outcomes.flatMap { $0.modules.map(\.name) })
        return .done
    }

    /// Installs a plugin, or an interface library of plugins.
    private func install(
        _ library: String, _ installation: ModuleInstallation
    ) throws(PluginProblem) -> ModuleInstallation.Outcome {
        do {
            return try installation.install(library: library, replacing: replaced)
        } catch {
            guard error.code == .noEntryPoint, let outcome = try installation.installInterface(library) else {
                throw error
            }
            return outcome
        }
    }
}

/// `module uninstall NAME`: removes an installed module.
struct ModuleUninstallCommand: Command {
    static let description = CommandDescription(
        name: "uninstall", words: "NAME", summary: "remove an installed module", needsModules: false)

    private let name: String

    init(_ arguments: Arguments) throws(UsageError) { name = try Self.word(of: arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let installation = try session.installation()
        let outcome: ModuleInstallation.Outcome
        do {
            outcome = try installation.uninstall(name)
        } catch {
            throw Failure(error)
        }
        // A running file of that name that was found first continues to run.
        if await session.runtime.module(name)?.source == .store { await session.runtime.forget(name) }
        let removed =
            outcome.modules.map { InstalledModule($0, wasInstalled: true) }
            + outcome.libraries.map { InstalledModule($0, wasInstalled: true) }
        for module in removed { try session.console.show("uninstalled", module, text: "\(module.title) was removed") }
        session.tell(outcome)
        return .done
    }
}

extension Session {
    /// Writes the installed modules, library by library, and the notes for the user.
    func show(_ outcomes: [ModuleInstallation.Outcome]) throws(Failure) {
        let installed = outcomes.flatMap { outcome in
            outcome.modules.map { InstalledModule($0, wasInstalled: outcome.wasInstalled) }
                + outcome.libraries.map { InstalledModule($0, wasInstalled: outcome.wasInstalled) }
        }
        try console.show("installed", installed, text: installed.map(\.text).joined(separator: "\n"))
        for outcome in outcomes { tell(outcome) }
    }

    /// Reports the notes on an installation or a removal to the user.
    func tell(_ outcome: ModuleInstallation.Outcome) {
        for note in outcome.notes { console.report(Failure(note: note)) }
    }

    /// Reports that the running host does not have some installed modules.
    func tellOfNextStart(_ names: [String]) async {
        var missing: [String] = []
        for name in names where await !runtime.knows(name) { missing.append(name) }
        guard !missing.isEmpty else { return }
        console.report(
            Failure(
                note: "hosts have \(missing.joined(separator: ", ")) from their next start on; leave this shell, and "
                    + "start it again"))
    }

    /// Returns the installer of modules.
    func installation() throws(Failure) -> ModuleInstallation {
        guard let store else { throw Failure(PluginProblem.noDataHome) }
        do {
            return ModuleInstallation(store: store, host: try HostIdentity.current(), scans: scans)
        } catch {
            throw Failure(code: "unreadableHost", message: "\(error)", exitCode: .failed)
        }
    }
}

/// The effects of modules on other modules.
extension Session {
    /// The refusals of modules in a host with the folders of this one.
    var refusals: [Refusal] { (try? source.all.preview().refusals) ?? [] }

    /// Reports the patterns of other modules that the interceptors and priorities of some modules cover.
    func tellOfCoverage(by names: [String]) {
        guard let catalogue = try? source.all.preview() else { return }
        for name in names {
            for line in catalogue.coverage(by: name) { console.report(Failure(note: "\(name)'s \(line)")) }
        }
    }

    /// Reports that a module of a name exists already.
    func tellOfNamesake(_ name: String) {
        guard let host = try? HostIdentity.current() else { return }
        // This runs no code of the modules.
        var discovery = PluginDiscovery(host: host, store: source.store, onlyReports: true, onlyModule: name)
        discovery.search(source.search.folders)
        guard let file = discovery.plugins.first?.file else { return }
        let message =
            "\(file) has a module \(name) already, and of two of one name only the first that is found runs; take "
            + "another name, unless this one is to take its place"
        console.report(Failure(code: "namesake", message: message, exitCode: .done))
    }
}

extension Failure {
    /// Describes a note about an installation on the command line.
    init(note: String) { self.init(code: "installation", message: note, exitCode: .done) }

    /// Describes on the command line a plugin that was not installed, or a store that cannot be used.
    init(_ error: PluginProblem) {
        let message = "\(error)"
        switch error.code {
        case .noPlugin, .notInstalled: self.init(code: error.code.rawValue, message: message, exitCode: .failed)
        case .interrupted: self.init(code: error.code.rawValue, message: message, exitCode: .interrupted)
        case .usage: self.init(code: error.code.rawValue, message: message, exitCode: .usage)
        case .contentChanged, .otherSource, .routeTaken, .moduleGone, .notAsOffered, .fetched, .startFailed,
            .scanFailed, .clash:
            self.init(code: error.code.rawValue, message: message, exitCode: .refused)
        default:
            let isRefused = error.isOfFile || error.findings.contains { $0.field == .access }
            self.init(
                code: error.isOfFile ? "moduleRefused" : "store", message: message,
                exitCode: isRefused ? .refused : .failed)
        }
    }
}
