import FoundationEssentials

/// Where modules are looked for: option, then environment, then the user's data folder, then beside the executable.
///
/// The current directory is searched only where `--modules` names it.
struct ModuleSearch: Sendable {
    let folders: [SearchFolder]

    /// The folders in the order in which they are searched. A relative `XDG_DATA_HOME` is ignored, as the XDG Base Directory
    /// Specification demands; a relative path in `SWITCHBOARD_MODULE_PATH` is refused when its turn comes.
    init(options: [String], environment: [String: String], executableFolder: String) {
        let named = options.map { SearchFolder(path: Path.absolute($0), source: .option) }
        let path = (environment["SWITCHBOARD_MODULE_PATH"] ?? "").split(separator: ":").map(String.init)
        let fromEnvironment = path.map { SearchFolder(path: $0, source: .environment) }
        let user = Self.dataHome(environment).map { SearchFolder(path: $0 + "/switchboard/modules", source: .user) }
        let all =
            named + fromEnvironment + [user].compactMap(\.self)
            + [SearchFolder(path: executableFolder, source: .besideExecutable)]
        let own = Path.canonical(executableFolder)
        // A folder that is named twice, in whatever way, is searched once, where it is named first.
        var seen: Set<String> = []
        folders = all.filter { seen.insert(Path.canonical($0.path)).inserted }.map { folder in
            Path.canonical(folder.path) == own ? SearchFolder(path: folder.path, source: .besideExecutable) : folder
        }
    }

    /// The SDK itself, which lies beside every plugin that was just built and is no plugin.
    private static let sdk = "libModuleKit.so"

    /// The libraries in a folder, by name, without the SDK's.
    static func libraries(in folder: SearchFolder) throws(LoadError) -> [String] {
        guard folder.path.hasPrefix("/") else {
            throw .unreadableFolder(path: folder.path, reason: "its path is relative; write it from the root")
        }
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            return names.filter { $0.hasSuffix(".so") && $0 != sdk }.sorted().map { folder.path + "/" + $0 }
        } catch {
            if folder.source == .user, !FileManager.default.fileExists(atPath: folder.path) { return [] }
            throw .unreadableFolder(path: folder.path, reason: Path.whyUnreadable(folder.path))
        }
    }

    private static func dataHome(_ environment: [String: String]) -> String? {
        if let home = environment["XDG_DATA_HOME"], home.hasPrefix("/") { return home }
        return environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.local/share" : nil }
    }
}
