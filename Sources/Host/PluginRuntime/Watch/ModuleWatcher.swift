@_spi(Host) import ModuleKit
package import Platform

/// Keeps what is installed, and what runs, as a folder is: a file that comes is installed, one that changes is reloaded, and
/// the modules of one that goes are removed.
///
/// To watch a folder is to trust what is put there.
package struct ModuleWatcher: Sendable {
    package let folder: String
    package let installation: ModuleInstallation
    package let renewal: ModuleUpdate
    package let runtime: ModuleRuntime
    /// Tells what was done.
    package let report: @Sendable (WatchedChange) -> Void
    /// Tells what could not be done.
    package let refuse: @Sendable (WatchProblem) -> Void

    package init(
        folder: String, installation: ModuleInstallation, renewal: ModuleUpdate, runtime: ModuleRuntime,
        report: @escaping @Sendable (WatchedChange) -> Void, refuse: @escaping @Sendable (WatchProblem) -> Void
    ) {
        self.folder = folder
        self.installation = installation
        self.renewal = renewal
        self.runtime = runtime
        self.report = report
        self.refuse = refuse
    }

    /// How long a file may be gone before its modules are removed: a build removes it before it writes it anew.
    private static let timeLimit = Duration.seconds(2)

    /// What the watch waits for.
    private struct Pending {
        /// The files whose permissions have to be changed first.
        var exposed: Set<String> = []
        /// The files that are gone, and when their modules go.
        var gone: [String: ContinuousClock.Instant] = [:]

        /// How long it is until the first of them goes; `nil` where none is gone.
        var milliseconds: CInt? {
            gone.values.min().map { end in
                let rest = ContinuousClock.now.duration(to: end) / .milliseconds(1)
                return CInt(max(0, rest.rounded(.up)))
            }
        }
    }

    /// Takes over what is in the folder now.
    ///
    /// - Parameter timeLimit: how long a file may be gone.
    private func begin(_ pending: inout Pending, timeLimit: Duration) async {
        pending.exposed = []
        // What goes while the rest is taken over is told of like any other change.
        for module in (try? installation.lock().modules) ?? [] where Path.folder(of: module.source) == folder {
            if FileIdentity(at: module.source) == nil {
                pending.gone[Path.name(of: module.source)] = .now + timeLimit
            }
        }
        for name in libraries() { await take(name, &pending) }
        await removeGone(&pending)
    }

    /// Takes over what is in the folder, and follows the changes until the watch is stopped, or the folder is gone.
    ///
    /// - Parameter begun: called once all is taken over that was there.
    package func follow(_ watch: FolderWatch, begun: () -> Void = {}) async {
        var pending = Pending()
        await begin(&pending, timeLimit: .zero)
        begun()
        while true {
            await runtime.describe()
            guard let changes = watch.next(milliseconds: pending.milliseconds) else { return }
            for change in changes {
                switch change {
                case .written(let name) where Self.isLibrary(name): await take(name, &pending)
                case .touched(let name) where pending.exposed.contains(name): await take(name, &pending)
                case .removed(let name) where Self.isLibrary(name): pending.gone[name] = .now + Self.timeLimit
                case .overflow: await begin(&pending, timeLimit: Self.timeLimit)
                case .folderGone:
                    await runtime.describe()
                    return refuse(.folderGone(folder))
                case .written, .touched, .removed: break
                }
            }
            await removeGone(&pending)
        }
    }

    /// Removes the modules of files that did not come back in time.
    private func removeGone(_ pending: inout Pending) async {
        for (name, end) in pending.gone where end <= .now {
            pending.gone[name] = nil
            // One that is being written is told of once it is whole.
            if FileIdentity(at: folder + "/" + name) == nil { await remove(name) }
        }
    }

    private static func isLibrary(_ name: String) -> Bool { name.hasSuffix(".so") && name != ModuleSearch.sdk }

    /// The names of the libraries that are there.
    private func libraries() -> [String] {
        guard let open = try? CheckedFolder.open(folder) else { return [] }
        return (try? ModuleSearch.libraries(in: open)) ?? []
    }

    private func take(_ name: String, _ pending: inout Pending) async {
        pending.gone[name] = nil
        // What was moved to another name did not go and come back.
        let movers = pending.gone.isEmpty ? [] : movers(to: name)
        for other in movers where pending.gone.removeValue(forKey: other) != nil { await remove(other) }
        if await take(name) { pending.exposed.remove(name) } else { pending.exposed.insert(name) }
    }

    /// The files that are gone and from which modules are installed that a file has now.
    private func movers(to name: String) -> Set<String> {
        guard let lock = try? installation.lock(), let bundle = try? installation.read(folder + "/" + name) else {
            return []
        }
        let sources = bundle.inspection.entryPoints.compactMap { lock[$0.module]?.source }
        let others = sources.filter { Path.folder(of: $0) == folder && FileIdentity(at: $0) == nil }
        return Set(others.map { Path.name(of: $0) })
    }

    /// Installs or reloads what a file holds.
    ///
    /// - Returns: whether nothing was wrong with its permissions.
    private func take(_ name: String) async -> Bool {
        let path = folder + "/" + name
        // It is told of once more when the last of those who write it has closed it.
        if FileWriters.exist(of: path) { return true }
        await runtime.refuse([], of: path)
        var known: [LockedModule] = []
        do throws(InstallationError) {
            known = try installation.lock().modules(from: path)
            let outcome =
                known.isEmpty
                ? try installation.install(library: .init(path: path, file: nil)) : try installation.renew(from: path)
            if let other = outcome.modules.first(where: { $0.source != path }) {
                // A copy of what is installed from elsewhere.
                throw InstallationError.otherSource(other, source: path)
            }
            for note in outcome.notes { refuse(.note(note)) }
            for module in known where !outcome.modules.contains(where: { $0.name == module.name }) {
                await forget(module)
            }
            var hasFailed = false
            for module in outcome.modules {
                let runs = await run(module, insteadOf: known, isSame: outcome.wasThere)
                hasFailed = hasFailed || !runs
            }
            if hasFailed { try await putBack(outcome, known) }
        } catch {
            // Who began to write it while it was read has yet to close it.
            if FileWriters.exist(of: path) { return true }
            return await refuse(error, name, known)
        }
        return true
    }

    /// Tells why a file was not taken; what runs goes on.
    private func refuse(_ error: InstallationError, _ name: String, _ known: [LockedModule]) async -> Bool {
        let bringing = error.isWithoutModule ? bringers(of: name) : []
        for module in known { await runtime.refuseUpdate(of: module.name, error.refusedUpdate) }
        if known.isEmpty, bringing.isEmpty {
            let path = folder + "/" + name
            let modules = (try? installation.read(path))?.inspection.entryPoints.map(\.module) ?? [name]
            let refusals = modules.map { Refusal(module: $0, file: path, source: .store, error: error.refusedUpdate) }
            await runtime.refuse(refusals, of: path)
        }
        if bringing.isEmpty { refuse(.installation(error)) }
        // A library that plugins bring along changes with them.
        for plugin in bringing { _ = await take(plugin) }
        return !error.isExposed
    }

    /// The plugins of the folder that bring a library along, those among them that could not be installed without it.
    private func bringers(of library: String) -> [String] {
        libraries().filter { name in
            let bundle = try? installation.read(folder + "/" + name)
            return bundle?.libraries.contains { $0.name == library } ?? false
        }
    }

    /// Runs a module of a file as it is now; what goes wrong with it is told, and keeps no other one of a new file from running.
    ///
    /// - Returns: whether nothing went wrong.
    private func run(_ module: LockedModule, insteadOf known: [LockedModule], isSame: Bool) async -> Bool {
        do throws(LoadError) {
            // A file that was written once more without a change is no new generation.
            if isSame, await runtime.runs(module.name, module.entry.address) {
                await runtime.forgetUpdate(of: module.name)
                return true
            }
            for found in try renewal.installed(module.name) where found.name == module.name {
                let generation = try await runtime.reload(found, by: renewal, isAsked: false)
                let isNew = !known.contains { $0.name == module.name }
                report(
                    WatchedChange(
                        change: isNew ? .installed : .reloaded, module: module.name, version: module.version,
                        generation: generation, file: module.source))
            }
            return true
        } catch {
            refuse(.module(module.name, error))
            return false
        }
    }

    /// Has later starts find what runs, where the update of a file failed of which a module goes on as before; its other
    /// modules run as before again.
    private func putBack(
        _ outcome: ModuleInstallation.Outcome, _ known: [LockedModule]
    ) async throws(InstallationError) {
        var changed: [LockedModule] = []
        for module in known where await !runtime.runs(module.name, module.entry.address) { changed.append(module) }
        guard changed.count < known.count, try installation.putBack(outcome) else { return }
        for module in outcome.modules where !known.contains(where: { $0.name == module.name }) { await forget(module) }
        for module in changed { _ = await run(module, insteadOf: known, isSame: false) }
    }

    private func remove(_ name: String) async {
        await runtime.refuse([], of: folder + "/" + name)
        do {
            for module in try installation.lock().modules(from: folder + "/" + name) {
                for note in try installation.uninstall(module.name).notes { refuse(.note(note)) }
                await forget(module)
            }
        } catch {
            refuse(.installation(error))
        }
    }

    private func forget(_ module: LockedModule) async {
        await runtime.forget(module.name)
        report(
            WatchedChange(
                change: .removed, module: module.name, version: module.version, generation: nil, file: module.source))
    }
}

extension InstallationError {
    /// Whether the library has no module.
    fileprivate var isWithoutModule: Bool {
        if case .file(.noEntryPoint) = self { true } else { false }
    }

    /// Whether others could have written the file.
    fileprivate var isExposed: Bool {
        if case .file(.unread(_, .exposed)) = self { true } else { false }
    }

    /// The same about a module that runs in an earlier content.
    fileprivate var refusedUpdate: LoadError {
        switch self {
        case .file(let error): .file(error)
        case .scan(_, let problem), .store(let problem): .refused(problem)
        default: .installation(reason: "\(self)")
        }
    }
}
