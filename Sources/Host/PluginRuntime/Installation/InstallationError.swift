import ModuleKit

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
    /// It brings along another library of a name than an installed module does.
    case otherLibrary(String, of: String, installed: LockedModule)
    /// The file does not have the module any more.
    case moduleGone(String, source: String)
    case scan(source: String, ScanError)
    /// What was fetched is not what was offered; servers send HTML in place of what they do not have.
    case otherContent(ModuleOffer, found: ContentHash, bytes: Int, isHTML: Bool)
    /// It has other modules than the one that was offered.
    case otherModules(ModuleOffer, found: [String])
    /// It is of another version than was offered.
    case otherVersion(ModuleOffer, found: String)
    /// It was fetched from a URL, where no change of it is looked for.
    case fetched(LockedModule)
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
        case .otherLibrary(let library, let source, let module):
            "\(source) brings along a \(library) that differs from the one that \(module.name) is installed with, and a "
                + "process has room for one; gather both plugins and one copy of it in a folder, as `make plugins` does, and "
                + "install both from there, after `switchboard module uninstall \(module.name)`"
        case .moduleGone(let name, let source):
            "\(source) has no module \(name) any more; remove it with `switchboard module uninstall \(name)`"
        case .scan(let source, let error): "\(source) was not installed: \(error)"
        case .otherContent(let offer, let found, let bytes, let isHTML):
            "\(offer.url) is not the file that was offered: found SHA-256 \(found) (\(bytes) bytes\(isHTML ? " of HTML" : "")), "
                + "expected \(offer.sha256); have the remote or the file mended"
        case .otherModules(let offer, let found):
            "\(offer.url) has the modules \(found.joined(separator: ", ")), expected \(offer.name) alone; have the remote "
                + "or the file mended"
        case .otherVersion(let offer, let found):
            "\(offer.url) has \(offer.name) \(found), expected \(offer.version); have the remote or the file mended"
        case .fetched(let module):
            "\(module.name) was fetched from \(module.source), not copied from a file; to have another version, remove it with "
                + "`switchboard module uninstall \(module.name)`, and have it offered again"
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
