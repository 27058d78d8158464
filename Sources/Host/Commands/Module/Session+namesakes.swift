/// Of several modules of one name the first one runs that is found.
extension Session {
    /// Tells which modules of a name are left out, because another one of the name is found before them.
    func tellOfNamesakes(_ name: String) {
        for refusal in discovery(of: name)?.refusals ?? [] where refusal.isShadowed && refusal.module == name {
            console.report(refusal, text: refusal.text)
        }
    }

    /// Tells that a module of a name is there already.
    func tellOfNamesake(_ name: String) {
        guard let file = discovery(of: name)?.plugins.first?.file else { return }
        let message =
            "\(file) has a module \(name) already, and of two of one name only the first that is found runs; take "
            + "another name, unless this one is to take its place"
        console.report(Failure(code: "namesake", message: message, exitCode: .done))
    }

    /// The modules of a name that are found, none of whose code is run.
    private func discovery(of name: String) -> PluginDiscovery? {
        guard let host = try? HostIdentity.current() else { return nil }
        var discovery = PluginDiscovery(host: host, store: source.store, copies: false, onlyModule: name)
        discovery.search(source.search.folders)
        return discovery
    }
}
