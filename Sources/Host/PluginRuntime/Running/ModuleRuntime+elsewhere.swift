@_spi(Host) import ModuleKit

/// Modules that other hosts of the fleet run: one that this host does not run itself answers from there.
extension ModuleRuntime {
    /// Sets the modules elsewhere, and returns the problems of those that cannot be used, in words, by their names.
    func set(elsewhere modules: [String: ElsewhereModule]) -> [String: String] {
        let former = elsewhere
        elsewhere = modules
        for (name, module) in former where modules[name] == nil {
            if usedElsewhere.contains(name) { lostElsewhere[name] = (module, .now) }
            leaveElsewhere(name)
        }
        let changed = modules.keys.sorted().filter { former[$0]?.content != modules[$0]?.content }
        return changed.reduce(into: [:]) { $0[$1] = useElsewhere($1) }
    }

    /// Registers a module elsewhere, unless this host runs it, and returns the problem if it cannot be used.
    @discardableResult
    func useElsewhere(_ name: String) -> String? {
        guard let module = elsewhere[name], entries[name]?.mayStart != true, !isEnding else { return nil }
        do {
            if usedElsewhere.contains(name) {
                try mediator.replace(by: module.registration)
            } else {
                try mediator.register(module.registration)
            }
            usedElsewhere.insert(name)
            return nil
        } catch {
            let hosts = module.hosts.joined(separator: ", ")
            return "\(name) \(module.version) on \(hosts) cannot be used here: \(error)"
        }
    }

    /// Removes the declarations of a module elsewhere, because no host runs it any more, or this host will.
    func leaveElsewhere(_ name: String) {
        if usedElsewhere.remove(name) != nil { mediator.unregister(owner: name) }
    }

    /// The records of the modules that answer from other hosts.
    var elsewhereRecords: [ModuleRecord] {
        usedElsewhere.compactMap { name in
            elsewhere[name].map {
                ModuleRecord(elsewhere: name, "\($0.version)", $0.summary, on: $0.hosts)
            }
        }
    }

    /// Returns a sentence on a module that answered a URL from another host, while there was one, and on the remedy.
    func absenceElsewhere(for url: String, origin: Origin) -> String? {
        let lost = lostElsewhere.values.filter { elsewhere[$0.module.name] == nil }.sorted { $0.time > $1.time }
        let found = lost.first { lost in
            mediator.hasRoute(for: RouteURL(url), in: lost.module.manifest, of: lost.module.name, origin: origin)
        }
        return found.map { module, time in
            let hosts = module.hosts.joined(separator: ", ")
            let seconds = Int((ContinuousClock.now - time) / .seconds(1))
            return "\(module.name) answered it on \(hosts), which left the fleet \(seconds) s ago; "
                + "start a host with `serve \(module.name)`"
        }
    }

    /// Returns whether another host runs a module that is required, and this one does not.
    func meetsElsewhere(_ requirement: Requirement) -> Bool {
        guard usedElsewhere.contains(requirement.module), let module = elsewhere[requirement.module] else {
            return false
        }
        return requirement.versions.contains(module.version)
    }

    /// Returns the modules that this host may serve: those that run, or that a request starts, with what other hosts
    /// may ask.
    ///
    /// - Parameter names: the modules that are wanted; none for all.
    func servedModules(_ names: [String]) -> [(info: ModuleInfo, manifest: Manifest)] {
        entries.values.compactMap { entry in
            let info = entry.module.info
            guard entry.mayStart, obstacle(to: entry.module) == nil, names.isEmpty || names.contains(info.name),
                let manifest = entry.module.manifest ?? manifest(of: info.name)
            else { return nil }
            return (info, manifest.served(of: info.name))
        }.sorted { $0.info.name < $1.info.name }
    }

    /// Sets the closure that is called when modules were added, stopped, or changed.
    func whenModulesChange(_ body: @escaping @Sendable () -> Void) { modulesChanged = body }
}
