import Glibc
import Platform

/// The folders that are searched for modules, in order: from options, the environment and the configuration, then the
/// store, the user's data folder, and the folder of the executable.
///
/// The current directory is searched only if `--modules` names it.
package struct ModuleSearch: Sendable {
    /// The environment variable that names more folders, separated by colons.
    package static let variable = "SWITCHBOARD_MODULE_PATH"

    package let folders: [SearchFolder]

    /// Collects the folders in the order of the search. A relative `XDG_DATA_HOME` is ignored, as the XDG Base
    /// Directory Specification demands. A relative path in `SWITCHBOARD_MODULE_PATH` is refused when it is searched.
    ///
    /// - Parameter configured: the folders of the user's configuration, which follow the folders of the environment.
    package init(
        options: [String], configured: [String] = [], environment: [String: String], executableFolder: String
    ) {
        let named = options.map { SearchFolder(path: Path.absolute($0), source: .option) }
        let path = (environment[Self.variable] ?? "").split(separator: ":").map(String.init)
        let fromEnvironment = path.map { SearchFolder(path: $0, source: .environment) }
        let home = UserEnvironment.data(environment).map { home in
            [
                SearchFolder(path: "\(home)/switchboard/\(ModuleStore.entriesName)", source: .store),
                SearchFolder(path: home + "/switchboard/modules", source: .user),
            ]
        }
        let all =
            named + fromEnvironment + configured.map { SearchFolder(path: Path.absolute($0), source: .option) }
            + (home ?? [])
            + [SearchFolder(path: executableFolder, source: .besideExecutable)]
        let own = Path.canonical(executableFolder)
        // A folder that is named twice, even by different paths, is searched once, at its first position.
        var seen: Set<String> = []
        folders = all.filter { $0.source == .store || seen.insert(Path.canonical($0.path)).inserted }.map { folder in
            Path.canonical(folder.path) == own ? SearchFolder(path: folder.path, source: .besideExecutable) : folder
        }
    }

    private init(folders: [SearchFolder]) { self.folders = folders }

    /// The search of the executable's folder only, which has the host's own modules.
    package var ofOwnModules: ModuleSearch { ModuleSearch(folders: folders.filter { $0.source == .besideExecutable }) }

    /// Opens a folder for the search; `nil` if it is the user's data folder and does not exist.
    static func open(_ folder: SearchFolder) throws(PluginProblem) -> CheckedFolder? {
        guard Path.isAbsolute(folder.path) else {
            throw .unreadableFolder(path: folder.path, reason: "its path is relative; write it from the root")
        }
        do {
            return try CheckedFolder.open(folder.path)
        } catch {
            if folder.source == .user, error == .system(ENOENT) { return nil }
            // Swift replaces bytes that are not UTF-8 by U+FFFD. The path then no longer names the folder.
            let isMissing = error == .system(ENOENT) && folder.path.contains("\u{FFFD}")
            let reason = isMissing ? "its name is not UTF-8; rename it, or name a link to it" : "\(error)"
            throw .unreadableFolder(path: folder.path, reason: reason, error)
        }
    }

    /// A sentence for each readable folder of `--modules` that does not contain a library.
    package var emptyFolders: [String] {
        folders.filter { $0.source == .option && Self.isEmpty($0.path) == true }.map { folder in
            let builds = folder.path + "/.build/debug"
            let advice =
                Self.isEmpty(builds) == false
                ? "name \(builds), which has one"
                : "build the plugin with `swift build`, and name the folder with its library, such as \(builds)"
            return "no library in \(folder.path); \(advice)"
        }
    }

    /// Whether a folder has no library; `nil` if it cannot be read.
    private static func isEmpty(_ path: String) -> Bool? {
        guard let folder = try? CheckedFolder.open(path) else { return nil }
        return (try? libraries(in: folder))?.isEmpty
    }

    /// Whether a file's name allows it to be a plugin. Hidden files, such as `._libShop.so`, are ignored: other
    /// programs make such copies of libraries.
    static func isLibrary(_ name: String) -> Bool {
        name.hasSuffix(".so") && !name.hasPrefix(".") && name != PluginInspection.sdkLibrary
    }

    /// The libraries of the host that the folder of its executable also has: 9 MB in a debug build, which a search need
    /// not read.
    static let ownLibraryNames: Set = ["libFleet.so", "libRemoteLookup.so", "libStorage.so"]

    /// Returns the names of the libraries in a folder, sorted, without the SDK's library.
    static func libraries(in folder: borrowing CheckedFolder) throws(PluginProblem) -> [String] {
        do {
            return try folder.descriptor.names().filter(isLibrary)
        } catch {
            throw .unreadableFolder(path: folder.path, reason: "\(error)", error)
        }
    }
}

/// A folder that is searched for modules, with its source.
package struct SearchFolder: Sendable, Equatable {
    /// The place where a folder was named. It decides how much is reported about the folder's content.
    package enum Source: String, Sendable, Encodable {
        /// `--modules`: it must exist.
        case option = "--modules"
        /// `SWITCHBOARD_MODULE_PATH`: it must exist.
        case environment
        /// The store: the modules of the lock file are loaded.
        case store
        /// The user's data folder; it need not exist.
        case user = "user folder"
        /// `watch`: the folder's modules are for this host alone.
        case watched = "watch"
        /// The executable's folder; libraries without a module are ignored there.
        case besideExecutable = "beside the host"
        /// Other hosts of the fleet, which run the module themselves.
        case fleet
    }

    let path: String
    let source: Source
}
