@_spi(Host) import ModuleKit

/// A module whose scan said what it is, before any of its code is in this process.
struct KnownModule: Sendable {
    let info: ModuleInfo
    /// Where it was found, as people are told.
    let file: String
    let source: SearchFolder.Source
    let library: ModuleLibrary
    /// The hash of the library and those that it brings along.
    let content: ContentHash
    /// Whether others may need it without a request that says so.
    let startsWithHost: Bool
    /// Whether it has rewrites, which are in force before it is started.
    let hasRewrites: Bool
    /// Whether the user disabled it.
    let isDisabled: Bool
    /// Why it cannot be started as things are.
    let refusal: Refusal?
    /// What tells the library, and those that it brings along, from any other content without reading them; empty where
    /// nothing does.
    var identities: [FileIdentity] = []

    var name: String { info.name }
}

extension KnownModule {
    /// A module of a plugin, as its scan had it.
    init(
        _ module: ScannedModule, _ entryPoint: EntryPoint, in plugin: DiscoveredPlugin, isDisabled: Bool = false,
        refusal: Refusal? = nil
    ) {
        self.init(
            info: module.info, file: plugin.file, source: plugin.source,
            library: ModuleLibrary(
                path: plugin.library, broughtLibraries: plugin.broughtLibraries, entryPoint: entryPoint),
            content: plugin.content, startsWithHost: module.manifest.startsWithHost,
            hasRewrites: module.manifest.hasRewrites, isDisabled: isDisabled, refusal: refusal,
            identities: plugin.identities)
    }
}
