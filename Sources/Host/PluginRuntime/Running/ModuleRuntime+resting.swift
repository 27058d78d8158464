@_spi(Host) import ModuleKit

extension ModuleRuntime {
    /// Has a module be started when a request needs it; its rewrites are in force until then.
    func rest(_ name: String) {
        let manifest = slots[name]?.module.hasRewrites == true ? catalogue.manifest(of: name) : nil
        mediator.rest(name, declaring: manifest)
    }

    /// Whether a module has to be started though no request asks for it: others need what it does at its start, or nobody
    /// knows what it declares, because the host's start did not find it as it is.
    func startsUnasked(_ name: String) -> Bool {
        guard let module = slots[name]?.module else { return false }
        return module.startsWithHost || catalogue[name]?.content != module.content
            || !catalogue.declarations.names.contains(name)
    }

    /// Starts the modules that no request would start and that have waited for what they require.
    func bringWaiting() async {
        var tried: Set<String> = []
        while let name = slots.keys.sorted().first(where: { !tried.contains($0) && mayCome($0) }) {
            tried.insert(name)
            // What fails says why in its record.
            try? await bring(name)
        }
    }

    private func mayCome(_ name: String) -> Bool {
        guard let slot = slots[name], case .resolved = slot.phase, startsUnasked(name) else { return false }
        return obstacle(to: slot.module) == nil
    }
}
