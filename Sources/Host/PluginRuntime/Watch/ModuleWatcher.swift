@_spi(Host) import ModuleKit

/// Keeps what is installed, and what runs, as a folder is: a file that comes is installed, one that changes is reloaded, and
/// the modules of one that goes are removed.
///
/// To watch a folder is to trust what is put there.
struct ModuleWatcher: Sendable {
    let folder: String
    let installation: ModuleInstallation
    let renewal: ModuleRenewal
    let runtime: ModuleRuntime
    /// Tells what was done.
    let report: @Sendable (WatchedChange) -> Void
    /// Tells what could not be done.
    let refuse: @Sendable (Failure) -> Void

    /// Takes over what is in the folder now.
    ///
    /// - Returns: the files whose permissions have to be changed first.
    private func begin() async -> Set<String> {
        var exposed: Set<String> = []
        for name in libraries() { await take(name, exposed: &exposed) }
        for module in (try? installation.lock().modules) ?? [] where Path.folder(of: module.source) == folder {
            if FileIdentity(at: module.source) == nil { await remove(Path.name(of: module.source)) }
        }
        return exposed
    }

    /// Takes over what is in the folder, and follows the changes until the watch is stopped, or the folder is gone.
    func follow(_ watch: FolderWatch) async {
        var exposed = await begin()
        while true {
            await runtime.describe()
            guard let changes = watch.next() else { return }
            for change in changes {
                switch change {
                case .written(let name) where Self.isLibrary(name): await take(name, exposed: &exposed)
                case .touched(let name) where exposed.contains(name): await take(name, exposed: &exposed)
                case .removed(let name) where Self.isLibrary(name): await remove(name)
                case .overflow: exposed = await begin()
                case .folderGone:
                    await runtime.describe()
                    return refuse(folderGone)
                case .written, .touched, .removed: break
                }
            }
        }
    }

    private var folderGone: Failure {
        Failure(
            code: "watchedFolderGone",
            message: "\(folder) was removed or moved, and is not watched any more; make it again and `watch` it again",
            exitCode: .failed)
    }

    private static func isLibrary(_ name: String) -> Bool { name.hasSuffix(".so") && name != ModuleSearch.sdk }

    /// The names of the libraries that are there.
    private func libraries() -> [String] {
        guard let open = try? CheckedFolder.open(folder) else { return [] }
        return (try? ModuleSearch.libraries(in: open)) ?? []
    }

    private func take(_ name: String, exposed: inout Set<String>) async {
        if await take(name) { exposed.remove(name) } else { exposed.insert(name) }
    }

    /// Installs or reloads what a file holds.
    ///
    /// - Returns: whether nothing was wrong with its permissions.
    private func take(_ name: String) async -> Bool {
        let path = folder + "/" + name
        // It is told of once more when the last of those who write it has closed it.
        if FileWriters.exist(of: path) { return true }
        var known: [LockedModule] = []
        do throws(InstallationError) {
            known = try installation.lock().modules(from: path)
            let outcome =
                known.isEmpty ? try installation.install(library: path) : try installation.renew(from: path)
            if let other = outcome.modules.first(where: { $0.source != path }) {
                // A copy of what is installed from elsewhere.
                throw InstallationError.otherSource(other, source: path)
            }
            for module in known where !outcome.modules.contains(where: { $0.name == module.name }) {
                await forget(module)
            }
            for module in outcome.modules { await run(module, insteadOf: known, isSame: outcome.wasThere) }
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
        if bringing.isEmpty { refuse(Failure(error)) }
        // A library that plugins bring along changes with them.
        for plugin in bringing { _ = await take(plugin) }
        if let update = error.refusedUpdate {
            for module in known { await runtime.refuseUpdate(of: module.name, update) }
        }
        return !error.isExposed
    }

    /// The plugins of the folder that bring a library along, those among them that could not be installed without it.
    private func bringers(of library: String) -> [String] {
        libraries().filter { name in
            let bundle = try? installation.read(folder + "/" + name)
            return bundle?.libraries.contains { $0.name == library } ?? false
        }
    }

    /// Runs a module of a file as it is now; what goes wrong with it is told, and keeps no other one of the file from running.
    private func run(_ module: LockedModule, insteadOf known: [LockedModule], isSame: Bool) async {
        do throws(LoadError) {
            // A file that was written once more without a change is no new generation.
            if isSame, await runtime.runs(module.name, module.entry.address) {
                return await runtime.forgetUpdate(of: module.name)
            }
            for found in try renewal.installed(module.name) where found.name == module.name {
                let generation = try await runtime.reload(found, isAsked: false)
                let isNew = !known.contains { $0.name == module.name }
                report(
                    WatchedChange(
                        change: isNew ? .installed : .reloaded, module: module.name, version: module.version,
                        generation: generation, file: module.source))
            }
        } catch {
            await putBack(module, known)
            refuse(Failure(error, module: module.name))
        }
    }

    /// Has later starts find what runs, where its update failed.
    private func putBack(_ module: LockedModule, _ known: [LockedModule]) async {
        guard let earlier = known.first(where: { $0.name == module.name }),
            await runtime.runs(earlier.name, earlier.entry.address)
        else { return }
        do {
            try installation.putBack(earlier, insteadOf: module)
        } catch {
            refuse(Failure(error))
        }
    }

    private func remove(_ name: String) async {
        do {
            for module in try installation.lock().modules(from: folder + "/" + name) {
                _ = try installation.uninstall(module.name)
                await forget(module)
            }
        } catch {
            refuse(Failure(error))
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
        if case .file(.exposed) = self { true } else { false }
    }

    /// The same about a module that runs in an earlier content.
    fileprivate var refusedUpdate: LoadError? {
        switch self {
        case .file(let error): .file(error)
        case .scan(_, let error): .quarantined(error)
        case .store(let error): .store(error)
        default: nil
        }
    }
}
