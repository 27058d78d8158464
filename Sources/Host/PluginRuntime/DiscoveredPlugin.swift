/// A library that passed the check, with those of its modules that are to be loaded.
struct DiscoveredPlugin: Sendable {
    /// Where it was found, as people are told.
    let file: String
    let source: SearchFolder.Source
    /// What is opened: the copy in the store, or the file itself.
    let library: String
    /// The libraries that it brings along, each after all that it needs itself; they are opened before it.
    let broughtLibraries: [String]
    let entryPoints: [EntryPoint]
    /// The hash of the library and those that it brings along.
    let content: ContentHash
    /// What the files were when they were read, in that order; empty where a later change might not show.
    let identities: [FileIdentity]

    /// A plugin that was read, with some of its modules or all.
    ///
    /// - Parameter content: the hash of all its files, where it was computed before.
    init(
        _ bundle: PluginBundle, file: String, source: SearchFolder.Source, entryPoints: [EntryPoint]? = nil,
        content: ContentHash? = nil
    ) {
        self.content = content ?? bundle.address()
        self.file = file
        self.source = source
        library = bundle.main.path
        identities = bundle.files.allSatisfy(\.isSettled) ? bundle.files.map(\.identity) : []
        broughtLibraries = bundle.libraries.map(\.path)
        self.entryPoints = entryPoints ?? bundle.inspection.entryPoints
    }
}
