import Glibc
import Platform

/// Collects the libraries that a plugin needs: those that lie beside it, which it brings along, and those that the system's
/// loader would find elsewhere, which have to hold to the rules for files.
struct BundledLibraries {
    /// The SDK is the host's: a plugin that was just built has a copy beside it, which is never loaded.
    private static let sdk = "libModuleKit.so"

    /// The files so far, each after all that it needs itself.
    private(set) var files: [PluginFile] = []
    /// The names of those that were not found: the system has most of them.
    private(set) var missing: Set<String> = []
    /// The folders and files that are neither the plugin's nor the host's and that the system's loader may open with it.
    private(set) var surroundings: [String] = []
    private var seen: Set<String>

    /// Begins with nothing, for a plugin of that file name.
    init(plugin: String) { seen = [plugin, Self.sdk] }

    /// Adds what a library needs, with what that needs; a name is looked up beside the plugin first.
    ///
    /// - Parameter path: where the library is.
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
            // A path is opened as it is written, whatever is open of its name already.
            let isTaken = !missing.contains(name) || SwiftRuntime.loaded.contains(name)
            guard needed.contains("/") || !isTaken else { continue }
            // Whichever of them the loader takes: it passes over those for other machines.
            for folder in folders { try check(name, in: folder, neededBy: path) }
        }
    }

    private mutating func add(
        _ file: PluginFile, find: (String) throws(PluginProblem) -> PluginFile?
    ) throws(PluginProblem) {
        let contents = try Self.checked(try file.contents(), path: file.path)
        try add(contents.needed, contents.searchPath, of: file.path, find: find)
        files.append(file)
    }

    /// Holds a library that does not lie beside the plugin against the rules, and what it needs itself.
    private mutating func check(_ name: String, in folder: String, neededBy library: String) throws(PluginProblem) {
        let path = folder + "/" + name
        guard access(path, F_OK) == 0 else { return }
        try LibraryFolders.checkRules(of: path, neededBy: library)
        guard !LibraryFolders.isOfHost(folder), note([path]) else { return }
        let file = Path.canonical(path)
        let bytes = try PluginFile.bytes(at: file)
        let contents = try Self.checked(try PluginInspection.contents(bytes, path: file), path: file)
        try add(contents.needed, contents.searchPath, of: file) { (_) throws(PluginProblem) in nil }
    }

    /// Keeps paths; tells whether any of them is new.
    @discardableResult
    private mutating func note(_ paths: [String]) -> Bool {
        let new = paths.filter { !surroundings.contains($0) }
        surroundings += new
        return !new.isEmpty
    }

    /// Makes sure that a library has no copy of the SDK.
    private static func checked(_ contents: PluginContents, path: String) throws(PluginProblem) -> PluginContents {
        guard contents.copiedTypeCount == 0 else {
            let finding = Finding(
                .sdk, found: "a copy of it (\(contents.copiedTypeCount) types) in a library that a plugin brings along",
                expected: "only \(sdk)", remedy: "have the library link the SDK's dynamic product, as the plugin does")
            throw PluginProblem(file: path, [finding])
        }
        return contents
    }
}
