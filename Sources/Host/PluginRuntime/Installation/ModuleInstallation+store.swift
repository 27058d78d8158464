import Platform

/// The steps of an installation that touch files, with errors of its own.
extension ModuleInstallation {
    /// Reads and checks a library with what it brings along.
    ///
    /// - Parameter file: the library's own file, where it was read before.
    package func read(_ library: String, file: PluginFile? = nil) throws(InstallationError) -> PluginBundle {
        try read(PluginBundle.read(library, host: host, main: file))
    }

    /// Chooses the builds of the libraries that a newcomer brings along, beside what is installed but for some modules.
    func settle(
        _ bundle: PluginBundle, without replaced: [LockedModule], in lock: ModuleLock
    ) throws(InstallationError) -> SharedLibraries.Settlement {
        try read(SharedLibraries(lock, without: replaced, in: store, host: host).settle(bundle))
    }

    /// Reads something of a file.
    func read<Result>(_ body: @autoclosure () throws(PluginProblem) -> Result) throws(InstallationError) -> Result {
        do {
            return try body()
        } catch {
            throw .file(error)
        }
    }

    /// Reads a library that is no plugin, and holds it against the host.
    func readLibrary(_ path: String) throws(InstallationError) -> (PluginFile, PluginContents) {
        do throws(PluginProblem) {
            let file = try PluginFile(try CheckedFolder.holding(path).plugin(Path.name(of: path)))
            let contents = try file.contents()
            let findings = contents.libraryFindings(with: host)
            guard findings.isEmpty else { throw PluginProblem(file: path, findings) }
            return (file, contents)
        } catch {
            throw .file(error)
        }
    }

    /// Waits for the right to change the store, and reads what is installed.
    func begin() throws(InstallationError) -> (StoreTransaction, ModuleLock) {
        let change = try stored(StoreTransaction(store))
        // A process that was killed may have left what the lock file does not name; it does no harm.
        try? change.prune()
        return (change, try stored(change.lock()))
    }

    /// What is installed.
    package func lock() throws(InstallationError) -> ModuleLock {
        try stored(store.lock())
    }

    /// Makes the lock file say so, and removes what nothing refers to any more.
    func finish(_ change: StoreTransaction, _ lock: ModuleLock) throws(InstallationError) {
        try stored(change.write(lock))
        // What cannot be removed now goes with the next change.
        try? change.prune()
    }

    /// Puts a plugin into the store, where the lock file does not name it yet.
    func put(
        _ bundle: PluginBundle, at address: ContentHash, _ change: StoreTransaction
    ) throws(InstallationError) -> StoreEntry {
        try stored(change.put(bundle, at: address, host: host))
    }

    /// Makes sure that the store has what the lock file says that it has.
    func mend(
        _ modules: [LockedModule], with bundle: PluginBundle, at address: ContentHash, _ change: StoreTransaction
    ) throws(InstallationError) -> Outcome {
        _ = try put(bundle, at: address, change)
        try stored(change.prune())
        return Outcome(modules: modules, wasThere: true)
    }

    /// Does something to the store.
    func stored<Result>(_ body: @autoclosure () throws(PluginProblem) -> Result) throws(InstallationError) -> Result {
        do {
            return try body()
        } catch {
            throw .store(error)
        }
    }
}
