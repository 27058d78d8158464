@_spi(Host) package import ModuleKit
package import Platform

/// What the user can do to a module while the host runs.
extension ModuleRuntime {
    /// The records of a name: of the module, and of what was found under its name and does not run.
    package func records(of name: String) -> [ModuleRecord] { records.filter { $0.name == name } }

    /// Whether a module was found that can be started, or disabled.
    package func knows(_ name: String) -> Bool { entries[name] != nil }

    /// What is known of a module.
    package func module(_ name: String) -> ModuleDescriptor? { entries[name]?.module }

    /// The first module, by name, that does not run and has a route for a URL that an origin may ask for, or that may have
    /// one.
    ///
    /// Reads what the scans of all such modules left, so it is for messages only.
    package func unavailableModule(for url: String, origin: Origin) -> UnavailableModule? {
        let records = records
        // One that was refused at the start may have come in another copy.
        let running = Set(records.filter(\.mayRun).map(\.name))
        let absent = records.filter { !running.contains($0.name) && $0.state != .shadowed }
        let certain = absent.first { record in
            manifest(of: record.name).map {
                mediator.hasRoute(for: RouteURL(url), in: $0, of: record.name, origin: origin)
            } ?? false
        }
        if let certain { return UnavailableModule(record: certain, isCertain: true) }
        // The host does not know what outsiders may be told of it.
        guard origin != .external, let first = RouteURL(url).segments.first?.lowercased() else { return nil }
        return absent.first { $0.name.lowercased() == first && manifest(of: $0.name) == nil }.map {
            UnavailableModule(record: $0, isCertain: false)
        }
    }

    /// Whether a content of a module runs, or is started when it is needed.
    package func has(_ name: String, _ content: ContentHash) -> Bool { entries[name]?.module.fileContent == content }

    /// Whether a content of a module runs, or is started when it is needed, and nothing keeps it from that.
    func mayRun(_ found: ModuleDescriptor) -> Bool {
        has(found.name, found.content) && entries[found.name]?.mayStart == true
    }

    /// The modules whose files lie in a folder, by name.
    func modules(in folder: String) -> [ModuleDescriptor] {
        let modules = entries.values.map(\.module).filter { Path.folder(of: $0.file) == folder }
        return modules.sorted { $0.name < $1.name }
    }

    /// Whether a module runs in the content, and in the process, that it was found with.
    package func runs(_ found: ModuleDescriptor) -> Bool {
        guard let module = entries[found.name]?.running?.module else { return false }
        return module.fileContent == found.fileContent && module.isolation == found.isolation
    }

    /// Has a module be started when a request needs it; one that no request would start is started at once.
    package func enable(_ name: String) async {
        guard case .disabled = entries[name]?.phase else { return }
        setPhase(.resolved, of: name)
        // What it still lacks, and why it does not start, is in its record.
        if mayCome(name) { try? await ensureStarted(name) }
        await startWaiting()
    }
}

extension ModuleRuntime {
    /// Has a module run in a process of its own from its next start on, or in the host's; one that runs is stopped, and
    /// the next request starts it.
    ///
    /// - Returns: whether it ran and was stopped.
    package func isolate(_ name: String, _ limits: IsolationLimits?) async -> Bool {
        await settle(name)
        guard let entry = entries[name] else { return false }
        let isolation = limits ?? (entry.module.info.isIsolated ? IsolationLimits() : nil)
        guard entry.module.isolation != isolation else { return false }
        entries[name]?.module.isolation = isolation
        guard entries[name]?.running != nil else { return false }
        await stop(name, leaving: .resolved, because: .changesProcess)
        await startWaiting()
        return true
    }
}

extension ModuleRuntime {
    /// Takes over a module of a later catalogue.
    ///
    /// - Parameter startsSome: whether it is started if no request would start it, and others that waited for it.
    package func add(_ name: String, of catalogue: ModuleCatalogue, startsSome: Bool = true) async throws(PluginProblem)
    {
        guard entries[name] == nil else { return }
        let manifest = catalogue.manifest(of: name)
        if let manifest { mediator.redact(manifest, of: name) }
        guard var module = catalogue[name] else {
            let refusal = catalogue.records.first { $0.name == name }?.refusal
            throw refusal?.problem ?? .missing(Requirement(name, "0"..<"1"))
        }
        module.manifest = manifest
        entries[name] = ModuleEntry(module)
        if startsSome { await startWaiting() }
    }
}

extension ModuleRuntime {
    /// Whether a module has to be started though no request asks for it: others need what it does at its start, or the
    /// host does not know what it declares, because the host's start did not find it as it is.
    func startsUnasked(_ name: String) -> Bool {
        guard let module = entries[name]?.module else { return false }
        return module.startsWithHost || catalogue[name]?.content != module.content
            || !catalogue.startsOnDemand(name)
    }

    /// Starts the modules that no request would start and that have waited for what they require.
    func startWaiting() async {
        forgetUnmet()
        var tried: Set<String> = []
        while let name = entries.keys.sorted().first(where: { !tried.contains($0) && mayCome($0) }) {
            tried.insert(name)
            // What fails says why in its record.
            try? await ensureStarted(name)
        }
    }

    /// What was refused for nothing but what it requires may run now, and after it what requires it.
    private func forgetUnmet() {
        while let name = entries.keys.sorted().first(where: lacksNothing) { setPhase(.resolved, of: name) }
    }

    private func lacksNothing(_ name: String) -> Bool {
        guard let entry = entries[name], case .refused(let refusal) = entry.phase else { return false }
        return refusal.findings.allSatisfy { $0.field == .requires } && obstacle(to: entry.module) == nil
    }

    private func mayCome(_ name: String) -> Bool {
        guard let entry = entries[name], case .resolved = entry.phase, startsUnasked(name) else { return false }
        return obstacle(to: entry.module) == nil
    }
}
