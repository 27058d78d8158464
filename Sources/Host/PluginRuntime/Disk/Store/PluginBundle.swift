package import Platform

/// A plugin's library and the libraries that it brings along, each read once: the bytes that are checked are those that
/// are hashed and stored.
package struct PluginBundle: Sendable {
    package let main: PluginFile
    /// The needed libraries that lie beside the plugin, each behind all that it needs itself.
    package let libraries: [PluginFile]
    /// The names of the needed libraries that did not lie beside the plugin.
    let missing: Set<String>
    /// The folders and files that the system's loader may open with the plugin, apart from the plugin's and the host's.
    let outsideFiles: [String]
    /// What the check found of the plugin's file.
    let inspection: PluginInspection

    /// Reads and checks a plugin in an open folder, and the libraries that it brings along. `host` is the host; `nil`
    /// if the plugin was compared with it before.
    static func read(
        _ name: String, in folder: borrowing CheckedFolder, host: HostIdentity?
    ) throws(PluginProblem) -> PluginBundle {
        let file = try folder.plugin(name)
        try file.checkIsELF()
        return try PluginBundle(try PluginFile(file), host: host) { (name) throws(PluginProblem) in
            guard folder.descriptor.contains(name), !SwiftRuntime.contains(name) else { return nil }
            return try PluginFile(try folder.plugin(name))
        }
    }

    /// Reads and checks a plugin, and the libraries that it brings along.
    package static func read(_ path: String, host: HostIdentity?) throws(PluginProblem) -> PluginBundle {
        try read(Path.name(of: path), in: try CheckedFolder.holding(path), host: host)
    }

    /// Checks a plugin that was read, and finds the libraries that it brings along by name.
    init(
        _ main: PluginFile, host: HostIdentity?, find: (String) throws(PluginProblem) -> PluginFile?
    ) throws(PluginProblem) {
        self.main = main
        inspection = try main.inspection()
        try inspection.check(main.path, with: host)
        var libraries = BundledLibraries(plugin: main.name)
        try libraries.add(inspection.needed, inspection.searchPath, of: main.path, find: find)
        self.libraries = libraries.files
        missing = libraries.missing
        outsideFiles = libraries.outsideFiles
    }

    /// Returns the library as it is opened for its modules. `changesAsWhole` says whether the files are never replaced
    /// one by one, as those in the store and beside the host.
    func library(changesAsWhole: Bool) -> ModuleLibrary {
        let liesTogether = libraries.allSatisfy { Path.folder(of: $0.path) == Path.folder(of: main.path) }
        return ModuleLibrary(
            path: main.path, bundledLibraries: libraries.map(\.path), outsideFiles: outsideFiles,
            isOpenedThroughLinks: !changesAsWhole || !liesTogether)
    }

    package var modules: [String] { inspection.entryPoints.map(\.module) }

    /// All files, the plugin first.
    var files: [PluginFile] { [main] + libraries }

    /// The protocols that the libraries define for all who link them, each with its library's name.
    var sharedProtocols: [String: String] {
        let pairs = libraries.flatMap { library in
            ((try? library.inspection())?.protocolDescriptors ?? []).map { ($0, library.name) }
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// The address in the store, computed from the content of all files.
    package var address: ContentHash { Self.address(of: files) }

    /// Returns the address of files: the hash of the only file, or that of the list of all. The list is the output of
    /// `sha256sum` for the files, sorted by name.
    static func address(of files: [PluginFile]) -> ContentHash {
        if files.count == 1 { return files[0].hash }
        let lines = files.sorted { $0.name < $1.name }.map { "\($0.hash)  \($0.name)\n" }
        return SHA256.hash(Array(lines.joined().utf8))
    }
}
