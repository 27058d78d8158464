@_spi(Host) import ModuleKit

/// What the user can do to a module while the host runs.
extension ModuleRuntime {
    /// The records of a name: of the module, and of what was found under its name and does not run.
    func records(of name: String) -> [ModuleRecord] { records.filter { $0.name == name } }

    /// Whether a module was found that can be started, or disabled.
    func knows(_ name: String) -> Bool { slots[name] != nil }

    /// What is known of a module.
    func module(_ name: String) -> KnownModule? { slots[name]?.module }

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
