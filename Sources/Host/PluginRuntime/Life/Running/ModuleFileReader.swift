import Glibc
@_spi(Host) import ModuleKit
import Platform

/// A reader of the present content of a module's file. It checks, stores and scans the content like a new file.
package struct ModuleFileReader {
    package let store: ModuleStore?
    /// The hold on the store, which keeps other hosts from removing entries that are about to run.
    package let hold: StoreHold
    package let host: HostIdentity
    package let scans: ScanCache

    package init(store: ModuleStore?, hold: StoreHold, host: HostIdentity, scans: ScanCache) {
        self.store = store
        self.hold = hold
        self.host = host
        self.scans = scans
    }

    /// Returns all modules in the library of a module, with their present content.
    package func modules(excluding module: ModuleDescriptor) throws(PluginProblem) -> [ModuleDescriptor] {
        try modules(of: try plugin(module), insteadOf: module)
    }

    /// Returns the modules of a plugin. `module` is a module of the plugin that runs with earlier content, if any.
    func modules(
        of plugin: DiscoveredPlugin, insteadOf module: ModuleDescriptor?
    ) throws(PluginProblem) -> [ModuleDescriptor] {
        guard let module else { return try modules(of: plugin) }
        guard plugin.library.path != module.library.path || plugin.content == module.content else {
            // A changed file at the path of an open library cannot be loaded: the system's loader would return the open
            // library.
            throw store.map { .inaccessible($0.folder, .system(EROFS)) } ?? .noDataHome
        }
        // The process keeps using an open library, so an update of only a bundled library would have no effect.
        if plugin.content != module.fileContent,
            let file = try? PluginFile(at: plugin.library.path), let before = try? PluginFile(at: module.library.path),
            file.hash == before.hash,
            let other = PluginLoader.otherBuilds(of: plugin.library.bundledLibraries).values.first
        {
            throw .otherLibrary(other.own, open: other.open)
        }
        return try modules(of: plugin)
    }

    private func modules(of plugin: DiscoveredPlugin) throws(PluginProblem) -> [ModuleDescriptor] {
        let scanned = try scans.modules(of: plugin.content, library: plugin.library.path)
        let switches = try switches()
        return plugin.modules.compactMap { name in
            scanned.first { $0.name == name }.map {
                ModuleDescriptor(
                    $0, in: plugin, isDisabled: switches.disabled.contains(name),
                    isolation: switches.isolation(of: $0.info, from: plugin.source))
            }
        }
    }

    /// Returns the limits of the module's process according to the present settings; `nil` if it runs in the host's
    /// process.
    func isolation(of module: ModuleDescriptor) throws(PluginProblem) -> IsolationLimits? {
        try switches().isolation(of: module.info, from: module.source)
    }

    private func switches() throws(PluginProblem) -> ModuleSwitches {
        try store?.switches() ?? ModuleSwitches()
    }

    private func plugin(_ module: ModuleDescriptor) throws(PluginProblem) -> DiscoveredPlugin {
        if module.source == .store { return try storedPlugin(module.name) }
        return try self.plugin(at: module.file, from: module.source)
    }

    private func storedPlugin(_ name: String) throws(PluginProblem) -> DiscoveredPlugin {
        guard let store else { throw .noDataHome }
        // The hold begins before the look-up of the entry, so that no other host removes the entry in the meantime.
        hold.begin()
        guard let entry = try store.lock()[name]?.entry else { throw .notInstalled }
        do {
            let bundle = try store.read(entry, host: host)
            return DiscoveredPlugin(bundle, file: store.path(of: entry), source: .store)
        } catch {
            throw error.ofInstalled(name)
        }
    }

    /// Copies a plugin's file from outside of the store into the store, and returns the copy.
    func plugin(at file: String, from source: SearchFolder.Source) throws(PluginProblem) -> DiscoveredPlugin {
        var importer = StoreImporter(store: store, host: host, use: nil, isLasting: source != .watched)
        let bundle = try importer.read(Path.name(of: file), in: try CheckedFolder.holding(file))
        importer.finish()
        // The hold begins here, because the copy may have created the store.
        hold.begin()
        if source == .watched { hold.pruneAtEnd() }
        return DiscoveredPlugin(bundle, file: file, source: source)
    }
}
