import Platform

/// The steps of an installation that access files, with its own errors.
extension ModuleInstallation {
    /// Chooses the builds of the libraries of a new plugin, beside the installed modules except the replaced ones.
    func chooseBuilds(
        _ bundle: PluginBundle, without replaced: [LockedModule], in lock: ModuleLock
    ) throws(PluginProblem) -> SharedLibraries.BuildChoice {
        try SharedLibraries(lock, without: replaced, in: store, host: host).chooseBuilds(bundle)
    }

    /// Waits for the lock on the store, and reads the lock file.
    func begin() throws(PluginProblem) -> (StoreTransaction, ModuleLock) {
        let change = try StoreTransaction(store)
        // A process that was killed may have left entries that the lock file does not name; they do no harm.
        try? change.prune()
        return (change, try change.lock())
    }

    /// Writes the lock file, and removes the entries of the store that it does not name any more.
    func finish(_ change: StoreTransaction, _ lock: ModuleLock) throws(PluginProblem) {
        try change.write(lock)
        // A file that cannot be removed now is removed with the next change.
        try? change.prune()
    }

    /// Restores the store's copy of modules that the lock file names.
    func mend(
        _ modules: [LockedModule], with bundle: PluginBundle, _ change: StoreTransaction
    ) throws(PluginProblem) -> Outcome {
        _ = try change.put(bundle, host: host)
        try change.prune()
        return Outcome(modules: modules, wasInstalled: true)
    }
}
