/// What modules do to others that are found.
extension Session {
    /// Tells which modules do not run because of some that were installed: those of the same names, and those with whose
    /// declarations theirs clash.
    func tellOfClashes(with names: [String]) {
        guard let catalogue = try? source.all.catalogue() else { return }
        let refusals = (catalogue.records.map(\.refusal) + catalogue.modules.map(\.refusal)).compactMap(\.self)
        for refusal in refusals where names.contains(where: refusal.concerns) {
            console.report(refusal, text: refusal.text)
        }
    }

    /// Tells that a module of a name is there already.
    func tellOfNamesake(_ name: String) {
        guard let host = try? HostIdentity.current() else { return }
        // None of their code is run for that.
        var discovery = PluginDiscovery(host: host, store: source.store, copies: false, onlyModule: name)
        discovery.search(source.search.folders)
        guard let file = discovery.plugins.first?.file else { return }
        let message =
            "\(file) has a module \(name) already, and of two of one name only the first that is found runs; take "
            + "another name, unless this one is to take its place"
        console.report(Failure(code: "namesake", message: message, exitCode: .done))
    }
}
