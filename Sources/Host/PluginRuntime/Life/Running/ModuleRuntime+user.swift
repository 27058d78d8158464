@_spi(Host) package import ModuleKit
package import Platform

/// The actions of the user on a module while the host runs.
extension ModuleRuntime {
    /// Returns the record of a module, and the records of other files with a module of the same name. The modules of
    /// those other files do not run.
    package func records(of name: String) -> [ModuleRecord] { records.filter { $0.name == name } }

    /// Whether the runtime has an entry for a module with this name, even if the module cannot run.
    package func knows(_ name: String) -> Bool { entries[name] != nil }

    package func module(_ name: String) -> ModuleDescriptor? { entries[name]?.module }

    /// Returns a sentence about a module that does not run but has, or may have, a route for a URL. Only routes that
    /// the origin may open count. Of several modules, the first by name is chosen. The sentence ends with the remedy.
    ///
    /// The function reads the scans of all modules that do not run, so it is too slow for anything but messages.
    package func absence(for url: String, origin: Origin) -> String? {
        if let lost = absenceFromFleet(for: url, origin: origin) { return lost }
        let absent = absentRecords.filter { !mayRun($0.name) && $0.state != .shadowed }
        let certain = absent.first { record in
            manifest(of: record.name).map {
                mediator.hasRoute(for: RouteURL(url), in: $0, of: record.name, origin: origin)
            } ?? false
        }
        if let certain { return Self.absence(of: certain, "answers it") }
        // Without a manifest, it is not known whether an external program may learn of the module.
        guard origin != .external, let first = RouteURL(url).segments.first?.lowercased() else { return nil }
        return absent.first { $0.name.lowercased() == first && manifest(of: $0.name) == nil }.map {
            Self.absence(of: $0, "may answer it")
        }
    }

    private static func absence(of record: ModuleRecord, _ predicate: String) -> String {
        let name = record.name
        let remedy =
            switch record.state {
            case .disabled:
                "it is disabled, or left out by --without; type `module enable \(name)`, or leave out --without"
            case .stopped: "it was stopped; start it with `module start \(name)`"
            default: "it does not run; see why with `module why \(name)`"
            }
        return "\(name) \(predicate), but \(remedy)"
    }

    /// Whether the host has a module with this content, running or not.
    package func has(_ name: String, _ content: ContentHash) -> Bool { entries[name]?.module.fileContent == content }

    /// Whether a module with this content runs, or may be started when it is needed.
    func mayRun(_ found: ModuleDescriptor) -> Bool {
        has(found.name, found.content) && entries[found.name]?.phase.mayStart == true
    }

    /// The modules whose files are in a folder, sorted by name.
    func modules(in folder: String) -> [ModuleDescriptor] {
        let modules = entries.values.map(\.module).filter { Path.folder(of: $0.file) == folder }
        return modules.sorted { $0.name < $1.name }
    }

    /// Whether a module runs with the content and the isolation with which it was found.
    package func runs(_ found: ModuleDescriptor) -> Bool {
        guard let module = entries[found.name]?.phase.running?.module else { return false }
        return module.fileContent == found.fileContent && module.isolation == found.isolation
    }

    /// Enables a disabled module. A module that no request would start is started immediately.
    package func enable(_ name: String) async {
        guard case .disabled = entries[name]?.phase else { return }
        setPhase(.resolved, of: name)
        // If the module does not start, its record has the problem.
        if mayStartUnasked(name) { try? await ensureStarted(name) }
        await startUnasked()
    }

    /// Isolates a module from its next start on, or ends its isolation if `limits` is `nil` and the module does not
    /// demand isolation. A running module is stopped, and the next request starts it. Returns whether the module was
    /// stopped.
    package func isolate(_ name: String, _ limits: IsolationLimits?) async -> Bool {
        await settle(name)
        guard let entry = entries[name] else { return false }
        let isolation = limits ?? (entry.module.info.isIsolated ? IsolationLimits() : nil)
        guard entry.module.isolation != isolation else { return false }
        entries[name]?.module.isolation = isolation
        guard entries[name]?.phase.running != nil else { return false }
        await stop(name, because: .changesProcess)
        await startUnasked()
        return true
    }

    /// Adds a module of a later catalogue. If `startsSome` is `true`, also starts the modules that no request
    /// would start, such as this module or a module that requires it.
    package func add(_ name: String, of catalogue: ModuleCatalogue, startsSome: Bool = true) async throws(PluginProblem)
    {
        guard entries[name] == nil else { return }
        let manifest = catalogue.manifest(of: name)
        if let manifest { mediator.redact(manifest, of: name) }
        guard var module = catalogue[name] else {
            throw catalogue.records.first { $0.name == name }?.problem ?? .missing(Requirement(name, "0"..<"1"))
        }
        module.manifest = manifest
        entries[name] = ModuleEntry(module)
        if module.problem == nil, !module.isDisabled { leaveFleetModule(name) }
        if startsSome { await startUnasked() }
    }

    /// Whether a module is started without a request after a change: it starts with the host, it may need the rules in
    /// force and later events, or the host did not find its present declarations when the host itself started.
    func startsUnasked(_ name: String) -> Bool {
        guard let module = entries[name]?.module else { return false }
        return module.startsWithHost || catalogue[name]?.content != module.content
            || !catalogue.idleModules.contains { $0.owner == name && $0.subscriptions.isEmpty }
    }

    /// Starts the modules that no request would start and whose requirements are met now.
    func startUnasked() async {
        forgetUnmet()
        var tried: Set<String> = []
        while let name = entries.keys.sorted().first(where: { !tried.contains($0) && mayStartUnasked($0) }) {
            tried.insert(name)
            // A failure is recorded in the module's record.
            try? await ensureStarted(name)
        }
    }

    /// Lets modules that failed because of a requirement start again, if all their requirements are met now.
    private func forgetUnmet() {
        while let name = entries.keys.sorted().first(where: lacksNothing) { setPhase(.resolved, of: name) }
    }

    private func lacksNothing(_ name: String) -> Bool {
        guard let entry = entries[name], case .failed(let problem) = entry.phase else { return false }
        return problem.parts.allSatisfy { $0.field == .requires } && obstacle(to: entry.module) == nil
    }

    private func mayStartUnasked(_ name: String) -> Bool {
        guard let entry = entries[name], case .resolved = entry.phase, startsUnasked(name) else { return false }
        return obstacle(to: entry.module) == nil
    }
}
