/// Collects the libraries that a plugin needs and that lie beside it.
struct BroughtLibraries {
    /// The SDK is the host's: a plugin that was just built has a copy beside it, which is never loaded.
    private static let sdk = "libModuleKit.so"

    /// The files so far, each after all that it needs itself.
    private(set) var files: [BundledFile] = []
    /// The names of those that were not found: the system has most of them.
    private(set) var missing: Set<String> = []
    private var seen: Set<String>

    /// Begins with nothing, for a plugin of that file name.
    init(plugin: String) { seen = [plugin, Self.sdk] }

    /// Adds the libraries that are needed by these names, where they are found, and what those need.
    mutating func add(
        _ names: [String], find: (String) throws(PluginFileError) -> BundledFile?
    ) throws(PluginFileError) {
        for name in names where !name.contains("/") && seen.insert(name).inserted {
            guard let file = try find(name) else {
                missing.insert(name)
                continue
            }
            try add(try Self.needed(by: file), find: find)
            files.append(file)
        }
    }

    private static func needed(by file: BundledFile) throws(PluginFileError) -> [String] {
        let contents = try PluginInspection.contents(file.bytes, path: file.path)
        guard contents.copiedTypeCount == 0 else {
            let mismatch = Mismatch(
                .sdk, found: "a copy of it (\(contents.copiedTypeCount) types) in a library that a plugin brings along",
                expected: "only \(sdk)", remedy: "have the library link the SDK's dynamic product, as the plugin does")
            throw .mismatches(file.path, [mismatch])
        }
        return contents.needed
    }
}
