@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

extension Command {
    static let moduleVerify = Command(
        name: "module verify", words: "[NAME]", summary: "compare what is in the store with the lock file",
        need: .nothing
    ) { session, arguments throws(Failure) in
        let installation = try session.installation()
        let lock = try Failure.describing(installation.store.lock())
        let modules =
            try arguments.words.first.map { name throws(Failure) in
                [try Failure.describing(ModuleInstallation.module(name, in: lock))]
            } ?? lock.modules
        let problems = modules.map { problem(of: $0, installation) }
        let verdicts = zip(modules, problems).map { module, problem in
            JSONObject(["name": module.name, "version": module.version, "problem": problem])
        }
        let lines = zip(modules, problems).map { module, problem in
            problem?.text(of: module.name, in: installation.store.path(of: module.entry))
                ?? PlainText.line("\(module.name) \(module.version) is as it was installed")
        }
        let text = lines.isEmpty ? "no module is installed" : lines.joined(separator: "\n")
        try session.console.show("verified", verdicts, text: text)
        return problems.allSatisfy { $0 == nil } ? .done : .refused
    }

    private static func problem(of module: LockedModule, _ installation: ModuleInstallation) -> PluginProblem? {
        do {
            _ = try installation.store.read(module.entry, host: installation.host)
            return nil
        } catch {
            return error.ofInstalled(module.name)
        }
    }

    /// `module trust NAME`: accepts a change of the file from which a module was installed.
    static let moduleTrust = Command(
        name: "module trust", words: "NAME",
        summary: "accept the changed file of an installed module", options: [anyway], need: .nothing
    ) { session, arguments throws(Failure) in
        let installation = try session.installation()
        if !arguments.has(anyway), let module = try? installation.store.lock()[arguments.words[0]] {
            try session.checkContracts(of: module.source, installation)
        }
        // The earlier content stays in the store until this host ends, because the command may still fail.
        session.source.hold.pruneAtEnd()
        let before = session.refused
        let outcome = try Failure.describing(installation.trust(arguments.words[0]))
        let source = outcome.modules.first?.source ?? arguments.words[0]
        let notes = try Failure.describing(session.refused(since: before, by: outcome, from: source, installation))
        try session.show([outcome])
        for note in notes { session.console.report(note) }
        await session.tellOfNextStart(outcome.modules.map(\.name))
        return .done
    }
}
