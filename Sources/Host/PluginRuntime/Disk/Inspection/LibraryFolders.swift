@_spi(Host) import ModuleKit
import Platform

/// The folders in which the system's loader may look for the libraries that a plugin needs: only folders of the plugin,
/// the SDK, a Swift toolchain's runtime and the system (Documentation/Decisions/0029).
struct LibraryFolders {
    /// The system's folders, including all folders below them.
    private static let system = ["/lib", "/lib32", "/lib64", "/usr", "/nix/store"]
    /// The end of the path of a Swift toolchain's runtime folder.
    private static let runtime = "/lib/swift/linux"
    /// The names that stand for the library's own folder in a search path.
    private static let origins = ["$ORIGIN", "${ORIGIN}"]

    /// The path of the library that contains the search path.
    private let library: String
    /// The absolute folders of the search path, in their order.
    let searchPath: [String]

    /// Reads the search path of a library. Throws if a folder is not allowed, or breaks the rules for owners and
    /// permissions (`FileRules`).
    init(of library: String, _ searchPath: [String]) throws(PluginProblem) {
        self.library = library
        var folders: [String] = []
        for entry in searchPath {
            folders.append(
                try Self.folder(entry, of: library, said: "a search path that leads to \(Self.quote(entry))"))
        }
        self.searchPath = folders
    }

    /// Returns the file name of a needed library and the folders in which to look for it.
    func places(of needed: String) throws(PluginProblem) -> (name: String, folders: [String]) {
        guard let slash = needed.utf8.lastIndex(of: Path.slash) else { return (needed, searchPath) }
        let said = "a needed library \(Self.quote(needed))"
        let folder = try Self.folder(String(needed[..<slash]), of: library, said: said)
        return (String(needed[needed.utf8.index(after: slash)...]), [folder])
    }

    /// Whether a folder belongs to the host or the system. Every plugin relies on these folders.
    static func isOfHost(_ folder: String) -> Bool {
        let folder = Path.canonical(folder)
        return [SwiftRuntime.folder, Executable.folder].contains(folder) || isSystem(folder)
    }

    private static func isSystem(_ folder: String) -> Bool {
        system.contains { folder == $0 || folder.hasPrefix($0 + "/") }
    }

    /// Returns the absolute folder for an entry of a search path.
    private static func folder(
        _ entry: String, of library: String, said: String
    ) throws(PluginProblem) -> String {
        let origin = Path.folder(of: library)
        if origins.contains(entry) { return origin }
        let folder = origins.first { entry.hasPrefix($0 + "/") }.map { origin + entry.dropFirst($0.count) } ?? entry
        let place = Path.absolute(Path.canonical(folder))
        let isBelow = folder != entry && (place + "/").hasPrefix(Path.canonical(origin) + "/")
        guard Path.isAbsolute(folder), !folder.contains("$"),
            isBelow || isOfHost(place) || place.hasSuffix(runtime)
        else { throw elsewhere(said, library) }
        let violations = try violations(onTheWayTo: folder)
        if violations.contains(where: \.isOfSharedFolder) {
            // The shared temporary folder, for example, does not break the rules, but other users may put a library
            // there.
            throw elsewhere("\(said), which does not exist and which others may create", library)
        }
        guard violations.isEmpty else { throw .unread(library, .exposed(violations)) }
        return folder
    }

    private static func elsewhere(_ found: String, _ library: String) -> PluginProblem {
        let part = PluginProblem.Part(
            .libraries, found: found, expected: "a folder of the plugin, the SDK, Swift or the system",
            remedy: "put the libraries that it needs next to it, and link it with `-Xlinker -rpath -Xlinker '$ORIGIN'`")
        return PluginProblem(file: library, [part])
    }

    /// Checks a folder or file outside of the plugin against the rules for files.
    static func checkRules(of path: String, neededBy library: String) throws(PluginProblem) {
        let violations = try violations(onTheWayTo: path)
        guard violations.isEmpty else { throw .unread(library, .exposed(violations)) }
    }

    private static func violations(onTheWayTo path: String) throws(PluginProblem) -> [FileRuleViolation] {
        try PluginProblem.reading(path, SecurePath.violations(onTheWayTo: path))
    }

    private static func quote(_ text: String) -> String { "\"\(PlainText.line(text, limit: 200))\"" }
}
