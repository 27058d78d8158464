@_spi(Host) import ModuleKit

/// What the user can do to a module while the host runs.
extension ModuleRuntime {
    /// The records of a name: of the module, and of what was found under its name and does not run.
    func records(of name: String) -> [ModuleRecord] { records.filter { $0.name == name } }

    /// Whether a module was found that can be started, or disabled.
    func knows(_ name: String) -> Bool { slots[name] != nil }

    /// What is known of a module.
    func module(_ name: String) -> KnownModule? { slots[name]?.module }

    /// The first module, by name, that does not run and has a route for a URL that an origin may ask for, or that may have
    /// one.
    ///
    /// Reads what the scans of all such modules left, so it is for messages only.
    func absentee(for url: String, origin: Origin) -> Absentee? {
        let records = records
        // One that was refused at the start may have come in another copy.
        let running = Set(records.filter(\.mayRun).map(\.name))
        let absent = records.filter { !running.contains($0.name) && $0.state != .shadowed }
        let certain = absent.first { record in
            manifest(of: record.name).map {
                mediator.hasRoute(for: url, in: $0, of: record.name, origin: origin)
            } ?? false
        }
        if let certain { return Absentee(record: certain, isCertain: true) }
        // Nobody knows what outsiders may be told of it.
        guard origin != .external, let first = (try? RouteURL(url))?.segments.first?.lowercased() else { return nil }
        return absent.first { $0.name.lowercased() == first && manifest(of: $0.name) == nil }.map {
            Absentee(record: $0, isCertain: false)
        }
    }

    /// Whether a content of a module runs.
    func runs(_ name: String, _ content: ContentHash) -> Bool {
        guard case .active(let generation) = slots[name]?.phase else { return false }
        return generation.module.content == content
    }

    /// Has a module be started when a request needs it; one that no request would start is started at once.
    func enable(_ name: String) async throws(LoadError) {
        guard case .disabled = slots[name]?.phase else { return }
        setPhase(.resolved, of: name)
        rest(name)
        if startsUnasked(name) { try await bring(name) }
        await bringWaiting()
    }
}
