@_spi(Host) import ModuleKit
import Platform

/// The steps of an installation after the plugin's files were read, up to the plugin's entry in the lock file.
extension ModuleInstallation {
    /// Puts a plugin into the store, scans it, and enters its modules in the lock file in one step. `old` are the
    /// modules that the plugin replaces. `check` throws if the scanned modules are not the expected ones.
    func record(
        _ choice: SharedLibraries.BuildChoice, source: String, trust: LockedModule.Trust,
        replacing old: [LockedModule] = [], in lock: ModuleLock, _ change: StoreTransaction,
        check: ([ScannedModule]) throws(PluginProblem) -> Void = { _ in }
    ) throws(PluginProblem) -> Outcome {
        let bundle = choice.bundle
        let isNew = !change.holds(bundle.address)
        let entry = try change.put(bundle, host: host)
        do throws(PluginProblem) {
            let scanned = try scan(entry, source: source, check)
            try checkStart(of: scanned, entry, source: source)
            if Task.isCancelled { throw .interrupted(source: source) }
            let order = old.map(\.order).min() ?? lock.nextOrder
            let modules = scanned.map { module in
                LockedModule(
                    name: module.name, version: "\(module.info.version)", hash: bundle.main.hash, entry: entry,
                    source: source, trust: trust, order: old.first { $0.name == module.name }?.order ?? order)
            }
            var after = lock
            for module in old { after[module.name] = nil }
            for module in modules { after[module.name] = module }
            try renew(&after, with: choice.renewed, without: modules, change)
            if let (error, installed) = clash(of: Set(modules.map(\.name)), refused(after), before: refused(lock)) {
                throw .routes(error, source: source, installed: installed)
            }
            let notes = downgrades(modules, instead: old) + dependants(after: after, before: lock)
            try finish(change, after)
            return Outcome(modules: modules, wasInstalled: false, notes: notes, locks: (lock, after))
        } catch {
            // A file that cannot be removed now is removed with the next change.
            if isNew { try? change.discard(entry.address) }
            throw error
        }
    }

    /// Scans a plugin in the store. Throws if its modules are not the expected ones, or conflict with each other.
    private func scan(
        _ entry: StoreEntry, source: String, _ check: ([ScannedModule]) throws(PluginProblem) -> Void
    ) throws(PluginProblem) -> [ScannedModule] {
        let scanned: [ScannedModule]
        do {
            scanned = try scan(entry)
        } catch {
            throw Task.isCancelled ? .interrupted(source: source) : .scan(source: source, error)
        }
        try check(scanned)
        let clashes = Registration.arrange(scanned.map { ($0.name, $0.manifest) }).refused
        if let (module, error) = clashes.min(by: { $0.key < $1.key }) {
            throw .clash(source: source, module: module, .registration(error))
        }
        return scanned
    }

    /// Installs an interface library: it has no module, but it defines a protocol, or an installed plugin bundles it.
    /// Returns `nil` for any other library.
    func installInterface(_ path: String) throws(PluginProblem) -> Outcome? {
        let library = try PluginFile(at: path)
        let inspection = try library.inspection()
        let parts = inspection.libraryProblems(with: host)
        guard parts.isEmpty else { throw PluginProblem(file: path, parts) }
        var (change, lock) = try begin()
        let libraries = SharedLibraries(lock, in: store, host: host)
        guard !inspection.protocolDescriptors.isEmpty || libraries[library.name] != nil else {
            return nil
        }
        let locked = LockedLibrary(name: library.name, hash: library.hash, source: path)
        let before = lock
        try libraries.check(library)
        _ = try change.put(library)
        lock.libraries[library.name] = locked
        try renew(&lock, with: [library], change)
        try finish(change, lock)
        return Outcome(modules: [], libraries: [locked], wasInstalled: lock == before, locks: (before, lock))
    }

    /// Stores installed plugins again, with the new builds of libraries that they bundle.
    private func renew(
        _ lock: inout ModuleLock, with libraries: [PluginFile], without new: [LockedModule] = [],
        _ change: StoreTransaction
    ) throws(PluginProblem) {
        guard !libraries.isEmpty else { return }
        let shared = SharedLibraries(lock, without: new, in: store, host: host)
        for (modules, bundle) in try shared.renewed(by: libraries) {
            let entry = try change.put(bundle, host: host)
            do {
                _ = try scan(entry)
            } catch {
                let library = libraries.first { library in bundle.libraries.contains { $0.name == library.name } }
                let path = library?.path ?? ""
                throw Task.isCancelled ? .interrupted(source: path) : .library(path, module: modules[0], error)
            }
            for module in modules { lock[module]?.entry = entry }
        }
        for library in libraries {
            guard let old = lock.libraries[library.name], old.hash != library.hash else { continue }
            let entry = try change.put(library)
            lock.libraries[library.name] = LockedLibrary(name: library.name, hash: entry.address, source: old.source)
        }
    }

    private func scan(_ entry: StoreEntry) throws(PluginProblem) -> [ScannedModule] {
        // The library is scanned again, because the cause of an earlier refusal may be gone.
        scans.forget(entry.address)
        return try scans.modules(of: entry.address, library: store.path(of: entry))
    }

    /// Checks in a separate process whether a module that starts without a request would end or delay a host. A module
    /// whose start throws an error is installed nevertheless, because the error does not harm a host.
    private func checkStart(
        of modules: [ScannedModule], _ entry: StoreEntry, source: String
    ) throws(PluginProblem) {
        guard modules.contains(where: { $0.startsWithHost || !$0.manifest.subscriptions.isEmpty }) else { return }
        guard let (step, found) = PluginCheck(host: host).failureAtStart(of: store.path(of: entry)) else { return }
        throw .start(source: source, step, found: found)
    }

    /// Enables a module. Throws if the module conflicts with an enabled module, because the host would refuse one of
    /// these modules.
    package func enable(_ name: String) throws(PluginProblem) {
        let (change, lock) = try begin()
        var switches = try store.switches()
        let before = refused(lock, switches)
        switches.disabled.remove(name)
        switches.reasons[name] = nil
        if let (error, installed) = clash(of: [name], refused(lock, switches), before: before) {
            throw .routeTaken(error, module: name, installed: installed)
        }
        try change.write(switches)
    }

    /// Returns the first new conflict between a new and an installed module, and the installed module's name. `after`
    /// are the conflicts after the change, and `known` the conflicts before the change.
    private func clash(
        of new: Set<String>, _ after: [String: RegistrationError], before known: [String: RegistrationError]
    ) -> (RegistrationError, installed: String)? {
        for (owner, error) in after.sorted(by: { $0.key < $1.key }) {
            guard case .invalid(let faults, _) = error, known[owner] == nil else { continue }
            for fault in faults {
                guard let other = fault.otherOwner, new.contains(owner) != new.contains(other) else { continue }
                return (.invalid([fault], owner: owner), installed: new.contains(owner) ? other : owner)
            }
        }
        return nil
    }

    /// Returns the conflict of each enabled module that the host refuses, keyed by the module's name. If two modules
    /// conflict, the host refuses the module that was installed later.
    private func refused(_ lock: ModuleLock) -> [String: RegistrationError] {
        refused(lock, (try? store.switches()) ?? ModuleSwitches())
    }

    private func refused(_ lock: ModuleLock, _ switches: ModuleSwitches) -> [String: RegistrationError] {
        let modules = lock.inOrder.filter { !switches.disabled.contains($0.name) }.compactMap(scanned)
        let isolated = modules.filter { switches.isolation(of: $0.info, from: .store) != nil }.map(\.name)
        return Registration.arrange(modules.map { ($0.name, $0.manifest) }, isolated: Set(isolated)).refused
    }

    /// Returns the scan of an installed module.
    package func scanned(_ module: LockedModule) -> ScannedModule? {
        let modules = try? scans.modules(of: module.entry.address, library: store.path(of: module.entry))
        return modules?.first { $0.name == module.name }
    }

    private func downgrades(_ modules: [LockedModule], instead old: [LockedModule]) -> [String] {
        modules.compactMap { module in
            guard let earlier = old.first(where: { $0.name == module.name }),
                let before = Version(parsing: earlier.version), let now = Version(parsing: module.version), now < before
            else { return nil }
            return "\(module.name) \(now) is older than \(before), which it replaces"
        }
    }

    /// Returns a sentence for the user about each installed module that loses a required module.
    func dependants(after: ModuleLock, before: ModuleLock) -> [String] {
        after.modules.flatMap { module in
            (scanned(module)?.info.requirements ?? []).compactMap { requirement -> String? in
                guard Self.has(before, requirement), !Self.has(after, requirement) else { return nil }
                let found = after[requirement.module].map { "found \($0.version)" } ?? "which is no longer installed"
                return "\(module.name) requires \(requirement), \(found); it runs once a matching version is installed"
            }
        }
    }

    private static func has(_ lock: ModuleLock, _ requirement: Requirement) -> Bool {
        lock[requirement.module].flatMap { Version(parsing: $0.version) }.map(requirement.versions.contains) ?? false
    }
}
