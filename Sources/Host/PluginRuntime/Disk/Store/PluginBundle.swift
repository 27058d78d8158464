package import Platform

/// A plugin's library and its bundled libraries, each read once: the bytes that are checked are also the bytes that are
/// hashed and stored.
package struct PluginBundle: Sendable {
    package let main: PluginFile
    /// The bundled libraries: needed libraries next to the plugin, each after the libraries that it needs.
    package let libraries: [PluginFile]
    /// The names of the needed libraries that are not next to the plugin.
    let missing: Set<String>
    /// The folders and files, outside of the plugin and the host, that the system's loader may open with the plugin.
    let outsideFiles: [String]
    /// The properties of the plugin's file.
    let inspection: PluginInspection

    /// Reads and checks a plugin and its bundled libraries in an open folder. `host` is `nil` if the plugin was
    /// compared with the host before.
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

    /// Reads and checks a plugin and its bundled libraries.
    package static func read(_ path: String, host: HostIdentity?) throws(PluginProblem) -> PluginBundle {
        try read(Path.name(of: path), in: try CheckedFolder.holding(path), host: host)
    }

    /// Checks a plugin that was read. `find` gets a file name and returns the bundled library with that name, if any.
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

    /// Returns the files to open for the plugin, and how to open them. `changesAsWhole` is `true` if the files are
    /// never replaced separately, like the files of the store and of the host.
    func library(changesAsWhole: Bool) -> ModuleLibrary {
        let liesTogether = libraries.allSatisfy { Path.folder(of: $0.path) == Path.folder(of: main.path) }
        return ModuleLibrary(
            path: main.path, bundledLibraries: libraries.map(\.path), outsideFiles: outsideFiles,
            isOpenedThroughLinks: !changesAsWhole || !liesTogether)
    }

    package var modules: [String] { inspection.entryPoints.map(\.module) }

    /// All files, the plugin first.
    var files: [PluginFile] { [main] + libraries }

    /// The name of the bundled library that defines each protocol, keyed by the protocol's symbol. Every library that
    /// links the bundled library shares these protocols.
    var sharedProtocols: [String: String] {
        let pairs = libraries.flatMap { library in
            ((try? library.inspection())?.protocolDescriptors ?? []).map { ($0, library.name) }
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// The address in the store, computed from the content of all files.
    package var address: ContentHash { Self.address(of: files) }

    /// Returns the address of files: the hash of a single file, or the hash of the list of all files. The list is the
    /// output of `sha256sum` for the files, sorted by name.
    static func address(of files: [PluginFile]) -> ContentHash {
        if files.count == 1 { return files[0].hash }
        let lines = files.sorted { $0.name < $1.name }.map { "\($0.hash)  \($0.name)\n" }
        return SHA256.hash(Array(lines.joined().utf8))
    }
}
