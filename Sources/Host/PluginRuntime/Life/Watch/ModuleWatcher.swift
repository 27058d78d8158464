@_spi(Host) import ModuleKit
package import Platform

/// A watcher that keeps the running modules in step with a folder. New files are loaded, changed files are reloaded,
/// and the modules of removed files are stopped. Nothing is installed.
///
/// Files in a watched folder are trusted.
package struct ModuleWatcher: Sendable {
    package let folder: String
    package let update: ModuleFileReader
    package let runtime: ModuleRuntime
    /// Receives each change that was made.
    package let report: @Sendable (WatchedChange) -> Void
    /// Receives each problem that keeps a file or one of its modules from running with the file's present content.
    package let refuse: @Sendable (_ module: String, PluginProblem) -> Void

    package init(
        folder: String, update: ModuleFileReader, runtime: ModuleRuntime,
        report: @escaping @Sendable (WatchedChange) -> Void,
        refuse: @escaping @Sendable (_ module: String, PluginProblem) -> Void
    ) {
        self.folder = folder
        self.update = update
        self.runtime = runtime
        self.report = report
        self.refuse = refuse
    }

    /// The time for which a file may be gone before its modules are removed: a build removes a file before it writes
    /// the new one.
    private static let timeLimit = Duration.seconds(2)

    /// The files that the watch looks at again, after their next change or after a time limit.
    private struct Pending {
        /// The files that are not loaded until the user changes their permissions.
        var exposed: Set<String> = []
        /// The files that are gone, with the times at which their modules are removed.
        var gone: [String: ContinuousClock.Instant] = [:]

        /// The time until the first removal, in milliseconds; `nil` if no file is gone.
        var milliseconds: CInt? {
            gone.values.min().map { end in
                let rest = ContinuousClock.now.duration(to: end) / .milliseconds(1)
                return CInt(max(0, rest.rounded(.up)))
            }
        }
    }

    /// Loads the present files of the folder. `timeLimit` is the time after which the modules of a missing file are
    /// removed.
    private func begin(_ pending: inout Pending, timeLimit: Duration) async {
        pending.exposed = []
        // Files that are gone already are recorded here. The watch reports later removals.
        for module in await runtime.modules(in: folder) where FileIdentity(at: module.file) == nil {
            pending.gone[Path.name(of: module.file)] = .now + timeLimit
        }
        for name in libraries() { await take(name, &pending) }
        await removeGone(&pending)
    }

    /// Loads the present files of the folder, and follows the changes until the watch is stopped or the folder is gone.
    ///
    /// - Parameter begun: called when the present files are loaded.
    /// - Returns: `true` if the folder was removed or moved; `false` if the watch was stopped.
    package func follow(_ watch: FolderWatch, begun: () -> Void = {}) async -> Bool {
        var pending = Pending()
        await begin(&pending, timeLimit: .zero)
        begun()
        while true {
            await runtime.describe()
            guard let changes = watch.next(milliseconds: pending.milliseconds) else { return false }
            for change in changes {
                switch change {
                case .written(let name) where ModuleSearch.isLibrary(name): await take(name, &pending)
                case .touched(let name) where pending.exposed.contains(name): await take(name, &pending)
                case .removed(let name) where ModuleSearch.isLibrary(name): pending.gone[name] = .now + Self.timeLimit
                case .overflow: await begin(&pending, timeLimit: Self.timeLimit)
                case .folderGone:
                    await runtime.describe()
                    return true
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
            // A file that is being written is reported when it is complete.
            if FileIdentity(at: folder + "/" + name) == nil { await remove(name) }
        }
    }

    private func libraries() -> [String] {
        guard let open = try? CheckedFolder.open(folder) else { return [] }
        return (try? ModuleSearch.libraries(in: open)) ?? []
    }

    private func take(_ name: String, _ pending: inout Pending) async {
        pending.gone[name] = nil
        if await take(name) { pending.exposed.remove(name) } else { pending.exposed.insert(name) }
    }

    /// Loads or reloads the modules of a file. Returns `false` if other users may write the file: the watch then waits
    /// until the file's permissions change.
    private func take(_ name: String) async -> Bool {
        let path = folder + "/" + name
        // The watch reports the file again when its last writer has closed it.
        if File.hasWriters(at: path) { return true }
        await runtime.refuse([], of: path)
        let known = await modules(from: path)
        do throws(PluginProblem) {
            await take(try update.plugin(at: path, from: .watched), insteadOf: known)
        } catch {
            // A writer that opened the file in the meantime has not closed it yet.
            if File.hasWriters(at: path) { return true }
            let bringing = error.code == .noEntryPoint ? bringers(of: name) : []
            if bringing.isEmpty { await refuse(error, path, [name], known) }
            // If a bundled library changes, the plugins that bundle it change as well.
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
            return await refuse(error, plugin.file, plugin.modules, known)
        }
        for module in known where !found.contains(where: { $0.name == module.name }) { await forget(module) }
        var hasFailed = false
        for module in found {
            let runs = await run(module, isNew: !known.contains { $0.name == module.name })
            hasFailed = hasFailed || !runs
        }
        if hasFailed { await putBack(found, known) }
    }

    /// Whether the watched file may provide a module. If another file provides the module with the same content, the
    /// result is `false`; if the content differs, the function throws. If the file that provided the module is gone,
    /// such as after a move, the function removes its module, and the result is `true`.
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

    /// Returns the host's modules that were installed from a plugin's file, and whose content in the store differs from
    /// the plugin's content.
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

    /// Reports the problem of a file. The running modules continue.
    private func refuse(
        _ error: PluginProblem, _ file: String, _ modules: [String], _ known: [ModuleDescriptor]
    ) async {
        for module in known { await runtime.refuseUpdate(of: module.name, error) }
        if known.isEmpty {
            await runtime.refuse(modules.map { ModuleRecord($0, file: file, source: .watched, error) }, of: file)
        }
        for module in modules { refuse(module, error) }
    }

    /// Returns the names of the folder's plugins that bundle a library.
    private func bringers(of library: String) -> [String] {
        libraries().filter { name in
            let bundle = try? PluginBundle.read(folder + "/" + name, host: update.host)
            return bundle?.libraries.contains { $0.name == library } ?? false
        }
    }

    /// Runs a module with its present content, and returns whether there was no problem. A problem is reported, and
    /// does not keep other modules of the file from running.
    private func run(_ module: ModuleDescriptor, isNew: Bool) async -> Bool {
        do throws(PluginProblem) {
            // A file that was written again without a change does not need a new generation.
            if await runtime.mayRun(module) {
                await runtime.forgetUpdate(of: module.name)
                return true
            }
            let generation = try await runtime.reload(module, by: update, isAsked: false)
            tell(isNew ? .loaded : .reloaded, module, generation)
            return true
        } catch {
            refuse(module.name, error)
            return false
        }
    }

    /// After a failed update, restores a file's earlier content for all its modules if any of them still runs it.
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
        await runtime.stop(module.name, because: .removed)
        tell(.removed, module, nil)
    }

    private func tell(_ change: WatchedChange.Change, _ module: ModuleDescriptor, _ generation: Int?) {
        report(
            WatchedChange(
                change: change, module: module.name, version: "\(module.info.version)", generation: generation,
                file: module.file))
    }
}
