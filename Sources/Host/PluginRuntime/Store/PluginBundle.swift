package import Platform

/// A plugin's library and the libraries that it brings along, each read once: what is checked, what is hashed, and what
/// is stored are the same bytes.
package struct PluginBundle: Sendable {
    /// The plugin itself.
    package let main: PluginFile
    /// What it needs and what lies beside it, each after all that it needs itself.
    package let libraries: [PluginFile]
    /// The names of the libraries that it needs, too, and that did not lie beside it.
    let missing: Set<String>
    /// The folders and files that are neither its own nor the host's and that the system's loader may open with it.
    let surroundings: [String]
    /// What the check of the plugin found.
    let inspection: PluginInspection

    /// Reads and checks a plugin in an open folder, and what it brings along.
    ///
    /// - Parameter main: the plugin's own file, where it was read before.
    static func read(
        _ name: String, in folder: borrowing CheckedFolder, host: HostIdentity, main: PluginFile? = nil
    ) throws(PluginProblem) -> PluginBundle {
        let main = if let main { main } else { try file(name, in: folder) }
        return try PluginBundle(main, host: host) { (name) throws(PluginProblem) in
            guard folder.descriptor.contains(name), !SwiftRuntime.contains(name) else { return nil }
            return try PluginFile(try folder.plugin(name))
        }
    }

    /// Reads and checks a plugin and what it brings along.
    ///
    /// - Parameter main: the plugin's own file, where it was read before.
    static func read(
        _ path: String, host: HostIdentity, main: PluginFile? = nil
    ) throws(PluginProblem) -> PluginBundle {
        try read(Path.name(of: path), in: try CheckedFolder.holding(path), host: host, main: main)
    }

    private static func file(
        _ name: String, in folder: borrowing CheckedFolder
    ) throws(PluginProblem) -> PluginFile {
        let file = try folder.plugin(name)
        try file.checkIsELF()
        return try PluginFile(file)
    }

    /// Checks a plugin that was read, and finds what it brings along by name.
    init(
        _ main: PluginFile, host: HostIdentity, find: (String) throws(PluginProblem) -> PluginFile?
    ) throws(PluginProblem) {
        self.main = main
        inspection = try PluginInspection.inspect(main, host: host)
        var libraries = BundledLibraries(plugin: main.name)
        try libraries.add(inspection.needed, inspection.searchPath, of: main.path, find: find)
        self.libraries = libraries.files
        missing = libraries.missing
        surroundings = libraries.surroundings
    }

    /// All files, the plugin first.
    var files: [PluginFile] { [main] + libraries }

    /// The protocols that the libraries define for all who link them, each with its library's name.
    var sharedProtocols: [String: String] {
        let pairs = libraries.flatMap { library in
            ((try? library.contents())?.protocolDescriptors ?? []).map { ($0, library.name) }
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// What stands for the content of all files.
    package var address: ContentHash { Self.address(of: files) }

    /// What stands for the content of some files: the hash of the only one, or that of the list of all.
    ///
    /// The list is what `sha256sum` prints for the files, sorted by name.
    static func address(of files: [PluginFile]) -> ContentHash {
        if files.count == 1 { return files[0].hash }
        let lines = files.sorted { $0.name < $1.name }.map { "\($0.hash)  \($0.name)\n" }
        return SHA256.hash(Array(lines.joined().utf8))
    }
}
