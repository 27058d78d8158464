@_spi(Host) import ModuleKit
package import Platform

/// Keeps what runs in this host as a folder is: a file that comes is loaded, one that changes is reloaded, and the modules of
/// one that goes are stopped. Nothing is installed.
///
/// To watch a folder is to trust what is put there.
package struct ModuleWatcher: Sendable {
    package let folder: String
    package let update: ModuleUpdate
    package let runtime: ModuleRuntime
    /// Tells what was done.
    package let report: @Sendable (WatchedChange) -> Void
    /// Tells what could not be done.
    package let refuse: @Sendable (WatchProblem) -> Void

    package init(
        folder: String, update: ModuleUpdate, runtime: ModuleRuntime,
        report: @escaping @Sendable (WatchedChange) -> Void, refuse: @escaping @Sendable (WatchProblem) -> Void
    ) {
        self.folder = folder
        self.update = update
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
        for module in await runtime.modules(in: folder) where FileIdentity(at: module.file) == nil {
            pending.gone[Path.name(of: module.file)] = .now + timeLimit
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
        if await take(name) { pending.exposed.remove(name) } else { pending.exposed.insert(name) }
    }

    /// Loads or reloads what a file holds.
    ///
    /// - Returns: whether nothing was wrong with its permissions.
    private func take(_ name: String) async -> Bool {
        let path = folder + "/" + name
        // It is told of once more when the last of those who write it has closed it.
        if FileWriters.exist(of: path) { return true }
        await runtime.refuse([], of: path)
        let known = await modules(from: path)
        do throws(PluginProblem) {
            await take(try update.plugin(at: path, from: .watched), insteadOf: known)
        } catch {
            // Who began to write it while it was read has yet to close it.
            if FileWriters.exist(of: path) { return true }
            let bringing = error.code == .noEntryPoint ? bringers(of: name) : []
            if bringing.isEmpty { await refuse(error, path, [name], known) }
            // A library that plugins bring along changes with them.
            for plugin in bringing { _ = await take(plugin) }
            if error.code == .exposed { return false }
        }
        return true
    }

    private func take(_ plugin: DiscoveredPlugin, insteadOf watched: [ModuleDescriptor]) async {
        let known = watched + (await installed(from: plugin))
        var found: [ModuleDescriptor] = []
        do throws(PluginProblem) {
            for module in try update.modules(of: plugin, insteadOf: known.first) where try await isOwn(module, known) {
                found.append(module)
            }
        } catch {
            return await refuse(error, plugin.file, plugin.entryPoints.map(\.module), known)
        }
        for module in known where !found.contains(where: { $0.name == module.name }) { await forget(module) }
        var hasFailed = false
        for module in found {
            let runs = await run(module, isNew: !known.contains { $0.name == module.name })
            hasFailed = hasFailed || !runs
        }
        if hasFailed { await putBack(found, known) }
    }

    /// Whether a module of a file is no copy of one that another file has; one whose file is gone, such as by a move, is taken away.
    private func isOwn(_ module: ModuleDescriptor, _ known: [ModuleDescriptor]) async throws(PluginProblem) -> Bool {
        if known.contains(where: { $0.name == module.name }) { return true }
        guard let other = await runtime.module(module.name) else { return true }
        if FileIdentity(at: other.file) == nil {
            await forget(other)
            return true
        }
        if await runtime.has(module.name, module.content) { return false }
        throw .shadowed(module: module.name, by: other.file)
    }

    /// The modules that were installed from a plugin's file, and that the host has from the store in another content.
    private func installed(from plugin: DiscoveredPlugin) async -> [ModuleDescriptor] {
        var modules: [ModuleDescriptor] = []
        for locked in (try? update.store?.lock())?.modules(from: plugin.file) ?? [] {
            guard let module = await runtime.module(locked.name), module.source == .store else { continue }
            if module.fileContent != plugin.content { modules.append(module) }
        }
        return modules
    }

    private func modules(from file: String) async -> [ModuleDescriptor] {
        await runtime.modules(in: folder).filter { $0.file == file }
    }

    /// Tells why a file was not taken; what runs goes on.
    private func refuse(
        _ error: PluginProblem, _ file: String, _ modules: [String], _ known: [ModuleDescriptor]
    ) async {
        for module in known { await runtime.refuseUpdate(of: module.name, error) }
        if known.isEmpty {
            let refusals = modules.map { Refusal(module: $0, file: file, source: .watched, error) }
            await runtime.refuse(refusals, of: file)
        }
        for module in modules { refuse(.module(module, error)) }
    }

    /// The plugins of the folder that bring a library along.
    private func bringers(of library: String) -> [String] {
        libraries().filter { name in
            let bundle = try? PluginBundle.read(folder + "/" + name, host: update.host)
            return bundle?.libraries.contains { $0.name == library } ?? false
        }
    }

    /// Runs a module of a file as it is now; what goes wrong with it is told, and keeps no other one of a new file from running.
    ///
    /// - Returns: whether nothing went wrong.
    private func run(_ module: ModuleDescriptor, isNew: Bool) async -> Bool {
        do throws(PluginProblem) {
            // A file that was written once more without a change is no new generation.
            if await runtime.mayRun(module) {
                await runtime.forgetUpdate(of: module.name)
                return true
            }
            let generation = try await runtime.reload(module, by: update, isAsked: false)
            tell(isNew ? .loaded : .reloaded, module, generation)
            return true
        } catch {
            refuse(.module(module.name, error))
            return false
        }
    }

    /// Has the modules of a file run as before again where one of them does, because its update failed.
    private func putBack(_ found: [ModuleDescriptor], _ known: [ModuleDescriptor]) async {
        var changed: [ModuleDescriptor] = []
        for module in known where await !runtime.runs(module) { changed.append(module) }
        guard changed.count < known.count else { return }
        for module in found where !known.contains(where: { $0.name == module.name }) { await forget(module) }
        for module in changed { _ = await run(module, isNew: false) }
    }

    private func remove(_ name: String) async {
        let path = folder + "/" + name
        await runtime.refuse([], of: path)
        for module in await modules(from: path) { await forget(module) }
    }

    private func forget(_ module: ModuleDescriptor) async {
        await runtime.forget(module.name)
        tell(.removed, module, nil)
    }

    private func tell(_ change: WatchedChange.Change, _ module: ModuleDescriptor, _ generation: Int?) {
        report(
            WatchedChange(
                change: change, module: module.name, version: "\(module.info.version)", generation: generation,
                file: module.file))
    }
}
