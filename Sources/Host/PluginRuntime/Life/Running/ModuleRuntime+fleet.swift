@_spi(Host) import ModuleKit

/// The modules that other hosts of the fleet run. These hosts answer requests for modules that this host does not run.
extension ModuleRuntime {
    /// Sets the modules that other hosts run. Returns the problems of unusable modules as text, keyed by module name.
    func set(fleetModules modules: [String: FleetModule]) -> [String: String] {
        let former = fleetModules.filter { !$0.value.isLost }
        for name in former.keys where modules[name] == nil { leaveFleetModule(name, isLost: true) }
        for (name, module) in modules {
            fleetModules[name] = module
            fleetModules[name]?.use = former[name]?.use ?? .offered
        }
        let changed = modules.keys.sorted().filter { former[$0]?.content != modules[$0]?.content }
        return changed.reduce(into: [:]) { $0[$1] = useFleetModule($1) }
    }

    /// Registers a module of another host, unless this host runs it. Returns a problem if the module cannot be used.
    @discardableResult
    func useFleetModule(_ name: String) -> String? {
        guard let module = fleetModules[name], !module.isLost, entries[name]?.phase.mayStart != true, !isEnding
        else { return nil }
        do {
            if module.isUsed {
                try mediator.replace(by: module.registration)
            } else {
                try mediator.register(module.registration)
            }
            fleetModules[name]?.use = .used
            return nil
        } catch {
            let hosts = module.hosts.joined(separator: ", ")
            return "\(name) \(module.version) on \(hosts) cannot be used here: \(error)"
        }
    }

    /// Removes the declarations of another host's module, if no host runs the module any more (`isLost`), or if this
    /// host will run it.
    func leaveFleetModule(_ name: String, isLost: Bool = false) {
        guard isFleetModule(name) else {
            if isLost { fleetModules[name] = nil }
            return
        }
        fleetModules[name]?.use = isLost ? .lost(.now) : .offered
        mediator.unregister(owner: name)
        makeIdle(name)
    }

    /// Whether a module of another host answers requests of this host.
    func isFleetModule(_ name: String) -> Bool { fleetModules[name]?.isUsed == true }

    /// The records of the modules that answer from other hosts.
    var fleetRecords: [ModuleRecord] { fleetModules.values.filter(\.isUsed).map(\.record) }

    /// Returns a sentence, with the remedy, if a lost module (`FleetModule.Use.lost`) had a route for a URL.
    func absenceFromFleet(for url: String, origin: Origin) -> String? {
        let lost = fleetModules.values.compactMap { module in module.lostAt.map { (module: module, time: $0) } }
        let found = lost.sorted { $0.time > $1.time }.first { lost in
            mediator.hasRoute(for: RouteURL(url), in: lost.module.manifest, of: lost.module.name, origin: origin)
        }
        return found.map { module, time in
            let hosts = module.hosts.joined(separator: ", ")
            let seconds = Int((ContinuousClock.now - time) / .seconds(1))
            return "\(module.name) answered it on \(hosts), which left the fleet \(seconds) s ago; "
                + "start a host with `serve \(module.name)`"
        }
    }

    /// Whether another host runs a required module instead of this host, in an accepted version.
    func isMetByFleet(_ requirement: Requirement) -> Bool {
        guard let module = fleetModules[requirement.module], module.isUsed else { return false }
        return requirement.versions.contains(module.version)
    }

    /// Returns the modules that this host may serve, with the declarations that other hosts may use. A module may be
    /// served if it runs, or if a request would start it.
    ///
    /// - Parameter names: the wanted modules; empty for all.
    func servedModules(_ names: [String]) -> [(info: ModuleInfo, manifest: Manifest)] {
        entries.values.compactMap { entry in
            let info = entry.module.info
            guard entry.phase.mayStart, obstacle(to: entry.module) == nil, names.isEmpty || names.contains(info.name),
                let manifest = entry.module.manifest ?? manifest(of: info.name)
            else { return nil }
            return (info, manifest.served(of: info.name))
        }.sorted { $0.info.name < $1.info.name }
    }

    /// Sets the closure that is called when modules were added, stopped, or changed.
    func whenModulesChange(_ body: @escaping @Sendable () -> Void) { modulesChanged = body }
}
