import Glibc
import Platform

/// The libraries that a plugin needs. Libraries next to the plugin are bundled. Libraries that the system's loader
/// would find in other folders must follow the rules for owners and permissions (`FileRules`).
struct BundledLibraries {
    /// The bundled libraries found so far, each after the libraries that it needs.
    private(set) var files: [PluginFile] = []
    /// The names of needed libraries that are not next to the plugin. The system has most of them.
    private(set) var missing: Set<String> = []
    /// The folders and files, outside of the plugin and the host, that the system's loader may open with the plugin.
    private(set) var outsideFiles: [String] = []
    private var seen: Set<String>

    /// Creates an empty collection for the plugin with this file name. The SDK's library is excluded: a build puts a
    /// copy next to the plugin, but the host's copy is used.
    init(plugin: String) { seen = [plugin, PluginInspection.sdkLibrary] }

    /// Adds the libraries that the library at `path` needs, directly or through other libraries. `find` gets a file
    /// name and returns the library next to the plugin with that name, if any. Other folders are searched afterwards.
    mutating func add(
        _ needed: [String], _ searchPath: [String], of path: String,
        find: (String) throws(PluginProblem) -> PluginFile?
    ) throws(PluginProblem) {
        let libraries = try LibraryFolders(of: path, searchPath)
        note(libraries.searchPath.filter { $0 != Path.folder(of: path) && !LibraryFolders.isOfHost($0) })
        for needed in needed {
            let (name, folders) = try libraries.places(of: needed)
            if seen.insert(name).inserted {
                if let file = try find(name) { try add(file, find: find) } else { missing.insert(name) }
            }
            // If a library is needed by path, the loader opens that path, even if a library of this name is open.
            let isTaken = !missing.contains(name) || SwiftRuntime.loaded.contains(name)
            guard needed.utf8.contains(Path.slash) || !isTaken else { continue }
            // Every folder is checked, because the loader skips a library for another machine and continues with the
            // next folder.
            for folder in folders { try check(name, in: folder, neededBy: path) }
        }
    }

    private mutating func add(
        _ file: PluginFile, find: (String) throws(PluginProblem) -> PluginFile?
    ) throws(PluginProblem) {
        let inspection = try file.inspection()
        try Self.checkCopies(inspection, path: file.path)
        try add(inspection.needed, inspection.searchPath, of: file.path, find: find)
        files.append(file)
    }

    /// Checks a library that is not next to the plugin against the rules for files, and then the libraries that it
    /// needs.
    private mutating func check(_ name: String, in folder: String, neededBy library: String) throws(PluginProblem) {
        let path = folder + "/" + name
        guard access(path, F_OK) == 0 else { return }
        try LibraryFolders.checkRules(of: path, neededBy: library)
        guard !LibraryFolders.isOfHost(folder), note([path]) else { return }
        let file = Path.canonical(path)
        let inspection = try PluginInspection(PluginFile.bytes(at: file), path: file)
        try Self.checkCopies(inspection, path: file)
        try add(inspection.needed, inspection.searchPath, of: file) { (_) throws(PluginProblem) in nil }
    }

    /// Adds paths to the outside files, and returns whether one of them is new.
    @discardableResult
    private mutating func note(_ paths: [String]) -> Bool {
        let new = paths.filter { !outsideFiles.contains($0) }
        outsideFiles += new
        return !new.isEmpty
    }

    /// Checks that a library does not contain a copy of the SDK.
    private static func checkCopies(_ inspection: PluginInspection, path: String) throws(PluginProblem) {
        let count = inspection.copiedTypeCount
        guard count > 0 else { return }
        let part = PluginProblem.Part(
            .sdk, found: "a copy of it (\(count) types) in a library that a plugin needs",
            expected: "only \(PluginInspection.sdkLibrary)",
            remedy: "link the library with the SDK's dynamic product, like the plugin")
        throw PluginProblem(file: path, [part])
    }
}
