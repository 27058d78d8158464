@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

extension Command {
    private static let replace = Option(
        "--replace", value: "NAME", "the installed module to replace; it is removed in the same step")
    private static let yes = Option("--yes", "replace another build or version without a question")
    static let anyway = Option("--anyway", "even if it breaks contracts of other modules")
    private static let isolated = Option(
        "--isolated", "run each module in its own process, from the first start on")

    static let moduleInstall = Command(
        name: "module install", words: "PATH",
        summary: "install the modules of a library, a folder of libraries or a built package",
        options: [replace, yes, anyway, isolated, ModuleIsolation.network, ModuleIsolation.variable], need: .nothing,
        read: { arguments throws(Failure) in
            let isolation = try ModuleIsolation(arguments)
            let given = [ModuleIsolation.network, ModuleIsolation.variable].first(where: arguments.has)
            if let given, !arguments.has(isolated) { throw .missingOption(given.name, needs: isolated.usage) }
            let limits = arguments.has(isolated) ? isolation : nil
            return { session throws(Failure) in try await install(arguments, isolating: limits, in: session) }
        })

    private static func install(
        _ arguments: Arguments, isolating isolation: ModuleIsolation?, in session: Session
    ) async throws(Failure) -> ExitCode {
        let (path, replaced) = (arguments.words[0], arguments.values(replace))
        let installation = try session.installation()
        var outcomes: [ModuleInstallation.Outcome] = []
        defer { if isolation != nil, outcomes.isEmpty { session.tellOfUnconfined(at: path) } }
        let accepted = try await session.upgrades(
            at: path, replacing: replaced, isAccepted: arguments.has(yes), installation)
        if !arguments.has(anyway) { try session.checkContracts(of: path, replacing: replaced, installation) }
        let work = LongWork.begin("installing \(Path.name(of: path))…")
        defer { LongWork.end(work) }
        // The store keeps replaced entries until this host ends, because the command may still fail.
        session.source.hold.pruneAtEnd()
        // Modules that were refused before the installation are not reported as its effect.
        let before = session.refused
        var notes: [ModuleRecord] = []
        do throws(PluginProblem) {
            let libraries = try ModuleInstallation.libraries(at: path)
            guard replaced.isEmpty || libraries.count == 1 else { throw .manyReplace(libraries) }
            for library in libraries {
                // The modules are isolated before they are installed, because another host may load them as soon as
                // they are installed.
                let names = isolation == nil ? [] : try installation.modules(in: library)
                try installation.store.isolating(names, isolation?.changed) { () throws(PluginProblem) in
                    let outcome = try installation.install(
                        library: library, replacing: replaced, accepting: accepted[library])
                    notes = try session.refused(since: before, by: outcome, from: library, installation)
                    outcomes.append(outcome)
                }
            }
        } catch {
            // The libraries before the failed one are installed, and are reported.
            if !outcomes.isEmpty { try await report(outcomes, areIsolated: isolation != nil, in: session) }
            throw Failure(error)
        }
        try await report(outcomes, notes, areIsolated: isolation != nil, in: session)
        return .done
    }

    /// Prints what was installed. If `areIsolated`, also isolates the modules in this host. Reports which modules run
    /// isolated, and which patterns of other modules the installed modules cover.
    private static func report(
        _ outcomes: [ModuleInstallation.Outcome], _ notes: [ModuleRecord] = [], areIsolated: Bool, in session: Session
    ) async throws(Failure) {
        try session.show(outcomes)
        for note in notes { session.console.report(note) }
        let names = outcomes.flatMap { $0.modules.map(\.name) }
        await session.tellOfNextStart(names)
        var failure: Failure?
        for name in areIsolated ? names : [] {
            // A module that this host already runs may conflict with other modules once it is isolated.
            if let problem = session.conflict(ofIsolated: name) {
                failure = try await session.keepOut(name, problem)
            } else {
                _ = await session.runtime.isolate(name, session.store?.isolation(of: name) ?? IsolationLimits())
            }
        }
        if let failure { throw failure }
        for name in names where session.store?.isolation(of: name) != nil {
            let words = !areIsolated ? ", as you once chose" : Confinement.weakness.map { ", but \($0)" } ?? ""
            let start = session.store?.isDisabled(name) == true ? "once `module enable \(name)` starts it, " : ""
            session.console.notice(
                "installation", "\(start)\(name) runs isolated\(words); `module isolate \(name) --off` ends that")
        }
        session.tellOfCoverage(by: names)
    }

    static let moduleUninstall = Command(
        name: "module uninstall", words: "NAME", summary: "remove an installed module", need: .nothing
    ) { session, arguments throws(Failure) in
        let name = arguments.words[0]
        let installation = try session.installation()
        let outcome: ModuleInstallation.Outcome
        do throws(PluginProblem) {
            outcome = try installation.uninstall(name)
        } catch {
            var failure = Failure(error)
            if error.code == .notInstalled, let file = await session.runtime.records(of: name).first?.file {
                failure.message = "\(name) is not installed, but found at \(file); `module disable \(name)` stops it"
            }
            throw failure
        }
        // If this host found a module of that name in a folder instead of the store, that module continues to run.
        if await session.runtime.module(name)?.source == .store {
            await session.runtime.stop(name, because: .removed)
        }
        await session.runtime.describe()
        for module in InstalledModule.all(outcome, wasInstalled: true) {
            try session.console.show("uninstalled", module.object, text: "\(module.title) was removed")
        }
        session.tell(outcome)
        return .done
    }
}

/// A module or library that a command installed or removed, in that command's output.
struct InstalledModule {
    private let name: String
    /// The module's version; `nil` for a library.
    private let version: String?
    /// The SHA-256 of the content in the store.
    private let hash: ContentHash
    private let source: String
    /// Whether the module or library was installed before the command ran.
    private let wasInstalled: Bool

    /// Returns the modules and libraries of an outcome. A given `wasInstalled` overrides the outcome's value.
    static func all(_ outcome: ModuleInstallation.Outcome, wasInstalled: Bool? = nil) -> [InstalledModule] {
        let was = wasInstalled ?? outcome.wasInstalled
        let modules = outcome.modules.map {
            InstalledModule(name: $0.name, version: $0.version, hash: $0.hash, source: $0.source, wasInstalled: was)
        }
        return modules
            + outcome.libraries.map {
                InstalledModule(name: $0.name, version: nil, hash: $0.hash, source: $0.source, wasInstalled: was)
            }
    }

    var object: JSONObject {
        JSONObject([
            "name": name, "version": version, "sha256": "\(hash)", "source": source, "was_there": wasInstalled,
        ])
    }

    /// The name, and the version if there is one, without control characters.
    var title: String { PlainText.line(version.map { "\(name) \($0)" } ?? name) }

    var text: String {
        let words = wasInstalled ? "is installed already" : "was installed"
        return PlainText.line("\(title) \(words) from \(source) with SHA-256 \(hash)")
    }
}

extension Session {
    /// Throws if installing the libraries at a path would break contracts of other modules. The check also covers the
    /// removal of the modules in `replaced`.
    func checkContracts(
        of path: String, replacing replaced: [String] = [], _ installation: ModuleInstallation
    ) throws(Failure) {
        guard !ContractCheck.inFolder().isEmpty else { return }
        // An unreadable library is skipped here, because the installation refuses it later.
        for library in (try? ModuleInstallation.libraries(at: path)) ?? [] {
            let modules = (try? installation.manifests(in: library)) ?? []
            let gone = replaced.filter { name in !modules.contains { $0.owner == name } }
            try checkContracts(
                of: modules + gone.map { Manifest(Registration(owner: $0)) }, in: library,
                "\(library) was not installed")
        }
    }

    /// Prints the installed modules of each library, and the notes for the user.
    func show(_ outcomes: [ModuleInstallation.Outcome]) throws(Failure) {
        let installed = outcomes.flatMap { InstalledModule.all($0) }
        try console.show("installed", installed.map(\.object), text: installed.map(\.text).joined(separator: "\n"))
        for outcome in outcomes { tell(outcome) }
        for module in outcomes.flatMap(\.modules) where store?.isDisabled(module.name) == true {
            console.notice("installation", "\(module.name) is disabled; `module enable \(module.name)` runs it")
        }
    }

    /// Reports the notes on an installation or a removal to the user.
    func tell(_ outcome: ModuleInstallation.Outcome) {
        for note in outcome.notes { console.notice("installation", note) }
    }

    /// In a shell, reports the installed modules that this host does not know and that only a new start will load.
    func tellOfNextStart(_ names: [String]) async {
        guard ShellRequest.isCurrent else { return }
        var missing: [String] = []
        for name in names where await !runtime.knows(name) { missing.append(name) }
        guard !missing.isEmpty else { return }
        console.notice(
            "installation",
            "hosts load \(missing.joined(separator: ", ")) from their next start on; leave this shell, and start it "
                + "again")
    }
}

/// The effects of an installation on other modules.
extension Session {
    /// The modules that a new host with the same folders would refuse to run.
    var refused: [ModuleRecord] { (try? source.all.preview().refused) ?? [] }

    /// Returns the modules that no longer run because of a change of the store. If the changed modules themselves clash
    /// with another module, reverts the change and throws. `before` contains the modules that were refused earlier.
    func refused(
        since before: [ModuleRecord], by outcome: ModuleInstallation.Outcome, from source: String,
        _ installation: ModuleInstallation
    ) throws(PluginProblem) -> [ModuleRecord] {
        // Records are compared by name and file. For a module in the store, only the name counts, because the file's
        // path depends on the content.
        let place = { (record: ModuleRecord) in [record.name, record.source == .store ? "" : record.file] }
        let known = before.map(place)
        let notes = refused.filter { !known.contains(place($0)) }
        if let clash = notes.first(where: { $0.problem?.isClash == true }), let problem = clash.problem,
            try installation.putBack(outcome)
        {
            throw .clash(source: source, module: clash.name, problem)
        }
        return notes
    }

    /// Reports which patterns of other modules the named modules cover with an interceptor or with a route's priority.
    func tellOfCoverage(by names: [String]) {
        guard let catalogue = try? source.all.preview() else { return }
        for name in names {
            for line in catalogue.coverage(by: name) { console.notice("installation", "\(name)'s \(line)") }
        }
    }
}

extension Failure {
    /// Evaluates `value`, and returns the result or throws its problem as a failure. A given `code` replaces the code
    /// of the problem.
    static func describing<Value>(
        _ value: @autoclosure () throws(PluginProblem) -> Value, code: String? = nil
    ) throws(Failure) -> Value {
        try describing(try value()) { (error: PluginProblem) in
            code.map { Failure($0, "\(error)") } ?? Failure(error)
        }
    }

    /// Creates the failure for a plugin that was not installed, or for a store that cannot be used.
    init(_ error: PluginProblem) {
        let message = "\(error)"
        switch error.code {
        case .noPlugin, .notInstalled: self.init(error.code.rawValue, message)
        case .interrupted: self.init(error.code.rawValue, message, .interrupted)
        case .usage: self.init(error.code.rawValue, message, .usage)
        case .contentChanged, .otherSource, .routeTaken, .moduleGone, .notAsOffered, .fetched, .startFailed,
            .scanFailed, .clash:
            self.init(error.code.rawValue, message, .refused)
        default:
            let isRefused = error.isOfFile || error.parts.contains { $0.field == .access }
            self.init(error.isOfFile ? "moduleRefused" : "store", message, isRefused ? .refused : .failed)
        }
    }
}
