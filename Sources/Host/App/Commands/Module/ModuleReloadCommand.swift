import PluginRuntime

/// `module reload NAME`: replaces a running module by the current content of its file.
struct ModuleReloadCommand: Command {
    static let description = CommandDescription(
        name: "reload", words: "NAME", summary: "run what a module's file holds now, and lose no request over it")

    private let name: String

    init(_ arguments: Arguments) throws(UsageError) { name = try Self.word(of: arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        try await session.requireModule(name)
        guard let old = await session.runtime.module(name) else { return .failed }
        if old.source == .store { try await refuseChange(in: session) }
        var isUnchanged = false
        do {
            let renewal = try session.renewal()
            let modules = try await renewed(old, by: renewal, in: session)
            guard let found = modules.first(where: { $0.name == name }) else {
                throw await refusal(.moduleGone(name, source: old.file), in: session)
            }
            isUnchanged = await session.runtime.runs(found)
            if isUnchanged { await session.runtime.forgetUpdate(of: name) }
            // The modules of a library change together; a stopped one among them does not start.
            for module in isUnchanged ? [] : modules where await session.runtime.knows(module.name) {
                _ = try await session.runtime.reload(module, by: renewal, isAsked: module.name == name)
            }
        } catch let error as PluginProblem {
            throw await failure(error, in: session)
        } catch let error as Failure {
            throw error
        } catch {
            throw Failure(code: "failed", message: "\(error)", exitCode: .failed)
        }
        let generation = await session.runtime.records(of: name).compactMap(\.generation).first ?? 1
        let words = isUnchanged ? "is unchanged since" : "runs as"
        return try await session.show(name, "\(words) generation \(generation)")
    }

    /// Describes a failed reload; the earlier generation goes on.
    private func failure(_ error: PluginProblem, in session: Session) async -> Failure {
        var failure = Failure(error, module: name)
        let update = await session.runtime.records(of: name).compactMap(\.failedUpdate).first
        if let update { failure.message = update.message }
        return failure
    }

    /// Returns the modules of the library's current content; `module why` explains an empty result.
    private func renewed(
        _ old: ModuleDescriptor, by renewal: ModuleFileReader, in session: Session
    ) async throws -> [ModuleDescriptor] {
        do {
            return try renewal.modules(besides: old)
        } catch {
            await session.runtime.refuseUpdate(of: name, error)
            throw error
        }
    }

    /// Returns the reason why the module continues unchanged, and notes it for `module why`.
    private func refusal(_ error: PluginProblem, in session: Session) async -> Failure {
        await session.runtime.refuseUpdate(of: name, .installation(reason: "\(error)"))
        return Failure(error)
    }

    /// Refuses a changed file of an installed module: the user accepted the installed content, and a changed file runs
    /// after `module trust` only.
    private func refuseChange(in session: Session) async throws(Failure) {
        do {
            let installation = try session.installation()
            let locked = try ModuleInstallation.module(name, in: try installation.store.lock())
            guard let difference = try? installation.change(of: locked) else { return }
            throw PluginProblem.changed(locked, source: locked.source, difference)
        } catch let error as PluginProblem {
            throw await refusal(error, in: session)
        } catch let error as Failure {
            throw error
        } catch {
            throw Failure(code: "failed", message: "\(error)", exitCode: .failed)
        }
    }
}
