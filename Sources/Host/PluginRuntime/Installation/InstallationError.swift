/// Why a plugin was not installed, or a change of it not accepted.
enum InstallationError: Error, Sendable, Equatable {
    case source(PluginSourceError)
    case file(PluginFileError)
    case store(StoreError)
    /// No module of that name is installed; these are.
    case notInstalled(String, installed: [String])
    /// Another content of the module is installed.
    case changed(LockedModule, source: String, found: ContentHash)
    /// A module of the library is installed from another file.
    case otherSource(LockedModule, source: String)
    /// The file does not have the module any more.
    case moduleGone(String, source: String)
    case scan(source: String, ScanError)
}

extension InstallationError: CustomStringConvertible {
    var description: String {
        switch self {
        case .source(let error): "\(error)"
        case .file(let error): "\(error)"
        case .store(let error): "\(error)"
        case .notInstalled(let name, let installed):
            "\(name) is not installed; "
                + (installed.isEmpty
                    ? "install it with `switchboard module install PATH`"
                    : "name one of \(installed.joined(separator: ", "))")
        case .changed(let module, let source, let found): Self.changed(module, source, found)
        case .otherSource(let module, let source):
            "\(source) has a module \(module.name), which is installed from \(module.source); "
                + "remove that one first with `switchboard module uninstall \(module.name)`"
        case .moduleGone(let name, let source):
            "\(source) has no module \(name) any more; remove it with `switchboard module uninstall \(name)`"
        case .scan(let source, let error): "\(source) was not installed: \(error)"
        }
    }

    private static func changed(_ module: LockedModule, _ source: String, _ found: ContentHash) -> String {
        let name = module.name
        let remedy =
            module.source == source
            ? "`switchboard module trust \(name)` accepts it"
            : "`switchboard module uninstall \(name)` makes room for it"
        return "\(name) \(module.version) is installed with other content: \(source) has SHA-256 \(found), "
            + "expected \(module.entry.address); \(remedy)"
    }
}
