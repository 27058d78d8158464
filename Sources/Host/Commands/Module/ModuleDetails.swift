/// What is known of a module, for people and programs.
struct ModuleDetails: Encodable {
    let name: String
    let version: String
    /// The SHA-256 of the plugin's own file.
    let sha256: String
    /// The file: where it was installed from, or the one that was asked for.
    let source: String
    /// Whether that file still holds what was installed, or whether it is installed at all.
    let state: String
    /// The copy in the store.
    let stored: String?
    /// The libraries that it brings along.
    let libraries: [String]
    /// How its content was accepted.
    let trust: String?

    /// A line for each thing that is known.
    var text: String {
        let rows: [(String, String?)] = [
            ("module", "\(name) \(version)"), ("source", source), ("state", state), ("SHA-256", sha256),
            ("store", stored), ("trust", trust),
            ("brings", libraries.isEmpty ? nil : libraries.joined(separator: ", ")),
        ]
        return rows.compactMap { field, value in
            value.map { field + String(repeating: " ", count: 9 - field.count) + PlainText.line($0) }
        }.joined(separator: "\n")
    }

    /// The details of an installed module.
    static func ofInstalled(
        _ name: String, _ installation: ModuleInstallation
    ) throws(InstallationError) -> ModuleDetails {
        let module = try ModuleInstallation.module(name, in: try installation.lock())
        let bundle = try? installation.store.read(module.entry, host: installation.host)
        return ModuleDetails(
            name: name, version: module.version, sha256: "\(module.hash)", source: module.source,
            state: state(of: module, installation), stored: installation.store.path(of: module.entry),
            libraries: bundle?.libraries.map(\.name) ?? [], trust: module.trust.rawValue)
    }

    /// The details of the modules in a file, which a process of its own loads.
    static func ofFile(
        _ path: String, _ installation: ModuleInstallation
    ) throws(InstallationError) -> [ModuleDetails] {
        let bundle = try installation.read(path)
        let address = bundle.address()
        let lock = try installation.lock()
        let scanned: [ScannedModule]
        do {
            scanned = try installation.scans.modules(of: address, library: path)
        } catch {
            throw .scan(source: path, error)
        }
        return scanned.map { module in
            let installed = lock[module.name]
            let isSame = installed?.entry.address == address
            return ModuleDetails(
                name: module.name, version: module.version, sha256: "\(bundle.main.hash())", source: path,
                state: isSame ? "installed" : installed == nil ? "not installed" : "installed with other content",
                stored: isSame ? installed.map { installation.store.path(of: $0.entry) } : nil,
                libraries: bundle.libraries.map(\.name), trust: isSame ? installed?.trust.rawValue : nil)
        }
    }

    private static func state(of module: LockedModule, _ installation: ModuleInstallation) -> String {
        if module.trust == .offered { return "installed; a remote offered it" }
        do {
            let found = try installation.read(module.source).address()
            if found == module.entry.address { return "installed; the source is the same" }
            return "installed; the source has changed to SHA-256 \(found), which "
                + "`switchboard module trust \(module.name)` accepts"
        } catch {
            return "installed; the source cannot be read any more"
        }
    }
}
