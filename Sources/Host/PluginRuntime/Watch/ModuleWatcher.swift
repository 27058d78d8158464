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
    func begin() async {
        for name in libraries() { await take(name) }
        for module in (try? installation.lock().modules) ?? [] where Path.folder(of: module.source) == folder {
            if FileIdentity(at: module.source) == nil { await remove(Path.name(of: module.source)) }
        }
    }

    /// Follows the changes until the watch is stopped, or the folder is gone.
    func follow(_ watch: FolderWatch) async {
        while let changes = watch.next() {
            for change in changes {
                switch change {
                case .written(let name) where name.hasSuffix(".so"): await take(name)
                case .removed(let name) where name.hasSuffix(".so"): await remove(name)
                case .overflow: await begin()
                case .folderGone: return
                case .written, .removed: break
                }
            }
        }
    }

    /// The names of the libraries that are there.
    private func libraries() -> [String] {
        guard let open = try? CheckedFolder.open(folder) else { return [] }
        return (try? ModuleSearch.libraries(in: open)) ?? []
    }

    private func take(_ name: String) async {
        let path = folder + "/" + name
        do {
            let known = try installation.lock().modules(from: path).first
            let outcome =
                if let known { try installation.trust(known.name) } else { try installation.install(library: path) }
            for module in outcome.modules { try await run(module, isNew: known == nil, isSame: outcome.wasThere) }
        } catch let error as InstallationError {
            refuse(Failure(error))
        } catch let error as LoadError {
            refuse(Failure(error, module: name))
        } catch {
            refuse(Failure(code: "watch", message: "\(path): \(error)", exitCode: .failed))
        }
    }

    private func run(_ module: LockedModule, isNew: Bool, isSame: Bool) async throws {
        // A file that was written once more without a change is no new generation.
        if isSame, await runtime.runs(module.name, module.entry.address) { return }
        for known in try renewal.installed(module.name) where known.name == module.name {
            let generation = try await runtime.reload(known)
            report(
                WatchedChange(
                    change: isNew ? .installed : .reloaded, module: module.name, version: module.version,
                    generation: generation, file: module.source))
        }
    }

    private func remove(_ name: String) async {
        let path = folder + "/" + name
        do {
            for module in try installation.lock().modules(from: path) {
                _ = try installation.uninstall(module.name)
                await runtime.forget(module.name)
                report(
                    WatchedChange(
                        change: .removed, module: module.name, version: module.version, generation: nil, file: path))
            }
        } catch {
            refuse(Failure(error))
        }
    }
}
