import PluginRuntime

extension Command {
    static let moduleReload = Command(
        name: "module reload", words: "NAME",
        summary: "run a module's file as it is now, without losing requests",
        options: [anyway]
    ) { session, arguments throws(Failure) in
        try await session.reload(arguments.words[0], anyway: arguments.has(anyway))
    }
}

extension Session {
    fileprivate func reload(_ name: String, anyway: Bool) async throws(Failure) -> ExitCode {
        try await requireModule(name)
        guard let old = await runtime.module(name) else { return .failed }
        if old.source == .store { try await refuseChange(of: name) }
        let renewal = try renewal()
        let modules = try await renewed(old, by: renewal)
        guard let found = modules.first(where: { $0.name == name }) else {
            throw await refusal(of: name, .moduleGone(name, source: old.file))
        }
        let isUnchanged = await runtime.runs(found)
        if isUnchanged {
            await runtime.forgetUpdate(of: name)
        } else {
            if !anyway {
                try checkContracts(of: modules.compactMap(\.manifest), in: found.file, "\(name) was not reloaded")
            }
            try await reload(modules, by: renewal, for: name)
        }
        let generation = await runtime.records(of: name).compactMap(\.generation).first ?? 1
        return try await show(name, "\(isUnchanged ? "is unchanged since" : "runs as") generation \(generation)")
    }

    /// Reloads all modules of a library, because they share its file. A stopped module does not start.
    private func reload(
        _ modules: [ModuleDescriptor], by renewal: ModuleFileReader, for name: String
    ) async throws(Failure) {
        do {
            for module in modules where await runtime.knows(module.name) {
                _ = try await runtime.reload(module, by: renewal, isAsked: module.name == name)
            }
        } catch {
            throw await failure(error, of: name)
        }
    }

    /// Returns the failure of a reload. The earlier build continues to run.
    private func failure(_ error: PluginProblem, of name: String) async -> Failure {
        await runtime.describe()
        var failure = Failure(error, module: name)
        let update = await runtime.records(of: name).compactMap(\.failedUpdate).first
        if let update { failure.message = "the update of \(name) was not applied: \(update.sentence)" }
        return failure
    }

    /// Returns the modules in the present content of the library. If that fails, records the problem for `module why`,
    /// and throws.
    private func renewed(
        _ old: ModuleDescriptor, by renewal: ModuleFileReader
    ) async throws(Failure) -> [ModuleDescriptor] {
        do {
            return try renewal.modules(excluding: old)
        } catch {
            await runtime.refuseUpdate(of: old.name, error)
            throw await failure(error, of: old.name)
        }
    }

    /// Records for `module why` why the update was refused, and returns that reason as a failure. The module stays
    /// unchanged.
    private func refusal(of name: String, _ error: PluginProblem) async -> Failure {
        await runtime.refuseUpdate(of: name, .installation(reason: "\(error)"))
        return Failure(error)
    }

    /// Throws if the source file of an installed module has changed. The user accepted the installed content, so new
    /// content runs only after `module trust`.
    private func refuseChange(of name: String) async throws(Failure) {
        let installation = try installation()
        let problem: PluginProblem
        do {
            let locked = try ModuleInstallation.module(name, in: try installation.store.lock())
            guard let difference = try? installation.change(of: locked) else { return }
            problem = .changed(locked, source: locked.source, difference)
        } catch {
            problem = error
        }
        throw await refusal(of: name, problem)
    }
}
