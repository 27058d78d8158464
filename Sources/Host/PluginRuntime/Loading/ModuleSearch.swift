import Glibc
import Platform

/// Where modules are looked for: option, then environment, then the store, then the user's data
/// folder, then beside the executable.
///
/// The current directory is searched only where `--modules` names it.
package struct ModuleSearch: Sendable {
    /// The variable of the environment with more folders, separated by colons.
    package static let variable = "SWITCHBOARD_MODULE_PATH"

    package let folders: [SearchFolder]

    /// The folders in the order in which they are searched. A relative `XDG_DATA_HOME` is ignored, as the XDG Base Directory
    /// Specification demands; a relative path in `SWITCHBOARD_MODULE_PATH` is refused when its turn comes.
    ///
    /// - Parameter configured: the folders of the user's configuration, which come after those of the environment.
    package init(
        options: [String], configured: [String] = [], environment: [String: String], executableFolder: String
    ) {
        let named = options.map { SearchFolder(path: Path.absolute($0), source: .option) }
        let path = (environment[Self.variable] ?? "").split(separator: ":").map(String.init)
        let fromEnvironment = path.map { SearchFolder(path: $0, source: .environment) }
        let home = DataHome.path(environment).map { home in
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
        // A folder that is named twice, in whatever way, is searched once, where it is named first.
        var seen: Set<String> = []
        folders = all.filter { $0.source == .store || seen.insert(Path.canonical($0.path)).inserted }.map { folder in
            Path.canonical(folder.path) == own ? SearchFolder(path: folder.path, source: .besideExecutable) : folder
        }
    }

    private init(folders: [SearchFolder]) { self.folders = folders }

    /// The search without plugins: only the folder of the executable.
    package var ofOwnModules: ModuleSearch { ModuleSearch(folders: folders.filter { $0.source == .besideExecutable }) }

    /// The SDK itself, which lies beside every plugin that was just built and is no plugin.
    static let sdk = "libModuleKit.so"

    /// Opens a folder that is to be searched; `nil` for the user's own where it is not there.
    static func open(_ folder: SearchFolder) throws(PluginProblem) -> CheckedFolder? {
        guard folder.path.hasPrefix("/") else {
            throw .unreadableFolder(path: folder.path, reason: "its path is relative; write it from the root")
        }
        do {
            return try CheckedFolder.open(folder.path)
        } catch {
            if folder.source == .user, error == .system(ENOENT) { return nil }
            throw .unreadableFolder(path: folder.path, reason: "\(error)")
        }
    }

    /// What to say of each folder that `--modules` names and that may be read, and in which no library lies.
    package var emptyFolders: [String] {
        folders.filter { $0.source == .option && Self.isEmpty($0.path) == true }.map { folder in
            let builds = folder.path + "/.build/debug"
            let advice =
                Self.isEmpty(builds) == false
                ? "name \(builds), where one lies"
                : "build the plugin with `swift build`, and name the folder with its library, such as \(builds)"
            return "no library in \(folder.path); \(advice)"
        }
    }

    /// Whether no library lies in a folder; `nil` where that cannot be told.
    private static func isEmpty(_ path: String) -> Bool? {
        guard let folder = try? CheckedFolder.open(path) else { return nil }
        return (try? libraries(in: folder))?.isEmpty
    }

    /// The names of the libraries in a folder, sorted, without the SDK's.
    static func libraries(in folder: borrowing CheckedFolder) throws(PluginProblem) -> [String] {
        do {
            return try folder.descriptor.names().filter { $0.hasSuffix(".so") && $0 != sdk }
        } catch {
            throw .unreadableFolder(path: folder.path, reason: "\(error)")
        }
    }
}

/// A folder that is searched for modules, and who named it.
package struct SearchFolder: Sendable, Equatable {
    /// Who named a folder, which decides how much of what is in it is reported.
    package enum Source: String, Sendable, Encodable {
        /// `--modules`: it must exist.
        case option = "--modules"
        /// `SWITCHBOARD_MODULE_PATH`: it must exist.
        case environment
        /// The store: what is in the lock file is loaded.
        case store
        /// The user's own data folder; it need not exist.
        case user = "user folder"
        /// `watch`: what it has is there for this host alone.
        case watched = "watch"
        /// The executable's folder, where there are libraries that are no modules: they are passed over.
        case besideExecutable = "beside the host"
    }

    let path: String
    let source: Source
}
