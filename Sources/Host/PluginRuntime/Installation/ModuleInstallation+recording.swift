@_spi(Host) import ModuleKit
import Platform

/// The steps from a plugin that was read to a lock file that says so.
extension ModuleInstallation {
    /// Puts a plugin into the store, has it scanned, and then, in one step, makes the lock file say so.
    ///
    /// - Parameters:
    ///   - old: the modules whose place it takes.
    ///   - check: what the scanned modules have to be.
    func record(
        _ settlement: SharedLibraries.Settlement, at address: ContentHash, source: String, trust: LockedModule.Trust,
        replacing old: [LockedModule] = [], in lock: ModuleLock, _ change: StoreTransaction,
        check: ([ScannedModule]) throws(InstallationError) -> Void = { _ in }
    ) throws(InstallationError) -> Outcome {
        let bundle = settlement.bundle
        let isNew = !change.holds(address)
        let entry = try put(bundle, at: address, change)
        do throws(InstallationError) {
            let scanned = try scan(entry, source: source)
            try check(scanned)
            let clashes = IdleModule.arrange(scanned.map { ($0.name, $0.manifest) }).refused
            if let (module, error) = clashes.min(by: { $0.key < $1.key }) {
                throw .clash(source: source, module: module, .registration(error))
            }
            try checkStart(of: scanned, entry, source: source)
            if Task.isCancelled { throw .cancelled(source: source) }
            let order = old.map(\.order).min() ?? lock.nextOrder
            let hash = bundle.main.hash
            let modules = scanned.map { module in
                LockedModule(
                    name: module.name, version: module.version, hash: hash, entry: entry, source: source, trust: trust,
                    order: old.first { $0.name == module.name }?.order ?? order)
            }
            var after = lock
            for module in old { after[module.name] = nil }
            for module in modules { after[module.name] = module }
            try renew(&after, with: settlement.renewed, without: modules, change)
            if let (error, installed) = clash(of: Set(modules.map(\.name)), refused(after), before: refused(lock)) {
                throw .routes(error, source: source, installed: installed)
            }
            let notes = downgrades(modules, instead: old) + dependants(after: after, before: lock)
            try finish(change, after)
            return Outcome(modules: modules, wasThere: false, notes: notes, locks: (lock, after))
        } catch {
            // What cannot be removed now goes with the next change at the latest.
            if isNew { try? change.discard(address) }
            throw error
        }
    }

    /// Installs a library without a module, where it is an interface: one with a protocol, or one that a plugin brings along.
    ///
    /// - Returns: `nil` where it is none.
    package func installInterface(_ path: String) throws(InstallationError) -> Outcome? {
        let (library, contents) = try readLibrary(path)
        var (change, lock) = try begin()
        let libraries = SharedLibraries(lock, in: store, host: host)
        guard !contents.protocolDescriptors.isEmpty || libraries[library.name] != nil else { return nil }
        let locked = LockedLibrary(name: library.name, hash: library.hash, source: path)
        let before = lock
        try read(libraries.check(library))
        _ = try stored(change.put(library))
        lock.libraries[library.name] = locked
        try renew(&lock, with: [library], change)
        try finish(change, lock)
        return Outcome(modules: [], libraries: [locked], wasThere: lock == before, locks: (before, lock))
    }

    /// Has the plugins that are there run with other builds of some libraries.
    private func renew(
        _ lock: inout ModuleLock, with libraries: [PluginFile], without new: [LockedModule] = [],
        _ change: StoreTransaction
    ) throws(InstallationError) {
        guard !libraries.isEmpty else { return }
        let shared = SharedLibraries(lock, without: new, in: store, host: host)
        for (modules, bundle) in try read(shared.renewed(by: libraries)) {
            let entry = try put(bundle, at: bundle.address, change)
            do {
                _ = try scan(entry, source: lock[modules[0]]?.source ?? "")
            } catch .scan(_, let error) {
                let library = libraries.first { library in bundle.libraries.contains { $0.name == library.name } }
                throw .library(library?.path ?? "", module: modules[0], error)
            }
            for module in modules { lock[module]?.entry = entry }
        }
        for library in libraries {
            guard let old = lock.libraries[library.name], old.hash != library.hash else { continue }
            let entry = try stored(change.put(library))
            lock.libraries[library.name] = LockedLibrary(name: library.name, hash: entry.address, source: old.source)
        }
    }

    private func scan(_ entry: StoreEntry, source: String) throws(InstallationError) -> [ScannedModule] {
        // Who installs it again may have mended what is around it.
        scans.forget(entry.address)
        do {
            return try scans.modules(of: entry.address, library: store.path(of: entry))
        } catch {
            throw Task.isCancelled ? .cancelled(source: source) : .scan(source: source, error)
        }
    }

    /// Has modules started and stopped in a process of their own that every host would start.
    ///
    /// One that throws is installed: what it needs may be elsewhere, and it does no harm.
    private func checkStart(
        of modules: [ScannedModule], _ entry: StoreEntry, source: String
    ) throws(InstallationError) {
        guard modules.contains(where: \.manifest.startsWithHost) else { return }
        guard let (step, found) = PluginCheck(host: host).harm(of: store.path(of: entry)) else { return }
        throw .start(source: source, step, found: found)
    }

    /// Has a disabled module run again, unless it or one that runs would be left out because of the other's routes.
    package func enable(_ name: String) throws(InstallationError) {
        let (change, lock) = try begin()
        var switches = try stored(store.switches())
        let before = refused(lock, switches)
        switches.disabled.remove(name)
        if let (error, installed) = clash(of: [name], refused(lock, switches), before: before) {
            throw .routeTaken(error, module: name, installed: installed)
        }
        try stored(change.write(switches))
    }

    /// Why a module that runs, or one of some new ones, would be left out because of the other's routes, and which one it
    /// is that is not new.
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

    /// Why modules are left out that are installed and not disabled, by what they declare, in the order in which they were
    /// installed.
    private func refused(_ lock: ModuleLock) -> [String: RegistrationError] {
        refused(lock, (try? store.switches()) ?? ModuleSwitches())
    }

    private func refused(_ lock: ModuleLock, _ switches: ModuleSwitches) -> [String: RegistrationError] {
        let modules = lock.inOrder.filter { !switches.disabled.contains($0.name) }.compactMap(scanned)
        let isolated = modules.filter { switches.isolation(of: $0.info, from: .store) != nil }.map(\.name)
        return IdleModule.arrange(modules.map { ($0.name, $0.manifest) }, isolated: Set(isolated)).refused
    }

    /// What the scan of an installed module found.
    package func scanned(_ module: LockedModule) -> ScannedModule? {
        let modules = try? scans.modules(of: module.entry.address, library: store.path(of: module.entry))
        return modules?.first { $0.name == module.name }
    }

    private func downgrades(_ modules: [LockedModule], instead old: [LockedModule]) -> [String] {
        modules.compactMap { module in
            guard let earlier = old.first(where: { $0.name == module.name }),
                let before = Version(parsing: earlier.version), let now = Version(parsing: module.version), now < before
            else { return nil }
            return "\(module.name) \(now) is older than \(before), whose place it takes"
        }
    }

    /// The installed modules that have what they require now, and will not have it any more.
    func dependants(after: ModuleLock, before: ModuleLock) -> [String] {
        after.modules.flatMap { module in
            (scanned(module)?.info.requirements ?? []).compactMap { requirement -> String? in
                guard Self.has(before, requirement), !Self.has(after, requirement) else { return nil }
                let found = after[requirement.module].map { "found \($0.version)" } ?? "which is not installed any more"
                return "\(module.name) requires \(requirement), \(found); it does not run until another one is there"
            }
        }
    }

    private static func has(_ lock: ModuleLock, _ requirement: Requirement) -> Bool {
        lock[requirement.module].flatMap { Version(parsing: $0.version) }.map(requirement.versions.contains) ?? false
    }
}
