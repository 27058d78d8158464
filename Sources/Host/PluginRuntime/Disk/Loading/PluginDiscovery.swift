@_spi(Host) import ModuleKit
import Platform

/// Searches folders and the store for plugins and checks their files, before any of their code runs.
package struct PluginDiscovery {
    private let store: ModuleStore?
    private let host: HostIdentity
    private let onlyReports: Bool
    /// The one module that is wanted, if not all.
    private let onlyModule: String?
    private var importer: StoreImporter
    /// The file of each module, with its hash if it was read.
    private var files: [String: (path: String, hash: ContentHash?)] = [:]
    /// The owner of each protocol: the file of the plugin, or the name of the library, that defines it.
    private var protocols: [String: String] = [:]
    /// The plugins that bring libraries along, and their indexes in `plugins`.
    private var shared: (libraries: SharedLibraries, places: [Int])
    /// The plugins that passed, in the order in which they were found.
    package private(set) var plugins: [DiscoveredPlugin] = []
    /// The names of all modules that were found, wanted or not.
    private(set) var names: Set<String> = []
    /// The files and modules that were refused, each with its problem.
    private(set) var refused: [(name: String, file: String, source: SearchFolder.Source, problem: PluginProblem)] = []
    /// The contents of installed modules whose files were refused.
    private(set) var refusedContents: Set<ContentHash> = []

    /// Creates a discovery that compares files with the host's own.
    ///
    /// - Parameters:
    ///   - onlyReports: whether the modules are only reported: the store is not written, and its single files are taken
    ///     from the lock file. Otherwise they are loaded: the store's files are read, and plugins of searched folders
    ///     are copied there.
    ///   - onlyModule: the one module that is wanted; others are passed over, even with a fault.
    package init(
        host: HostIdentity, store: ModuleStore? = nil, onlyReports: Bool = false, use: StoreLease? = nil,
        onlyModule: String? = nil
    ) {
        self.host = host
        self.onlyModule = onlyModule
        self.store = store
        self.onlyReports = onlyReports
        shared = (SharedLibraries(host: host), [])
        importer = StoreImporter(store: onlyReports ? nil : store, host: host, use: use)
    }

    /// Searches folders in order; of two modules of one name the first one is taken.
    package mutating func search(_ folders: [SearchFolder]) {
        for folder in folders {
            if folder.source == .store {
                searchStore()
            } else {
                searchFolder(folder)
            }
        }
        importer.finish()
        for (place, bundle) in zip(shared.places, shared.libraries.bundles) {
            let own = plugins[place]
            plugins[place] = DiscoveredPlugin(bundle, file: own.file, source: own.source, modules: own.modules)
            plugins[place].ownContent = own.content
        }
    }

    private mutating func searchFolder(_ folder: SearchFolder) {
        do throws(PluginProblem) {
            guard let open = try ModuleSearch.open(folder) else { return }
            var withoutModules: [String] = []
            for name in try ModuleSearch.libraries(in: open) {
                do throws(PluginProblem) {
                    add(try read(name, in: open, folder.source), file: folder.path + "/" + name, source: folder.source)
                } catch {
                    if error.code == .noEntryPoint {
                        withoutModules.append(name)
                    } else {
                        refuse(name, file: folder.path + "/" + name, folder.source, error)
                    }
                }
            }
            // The host has libraries of its own without a module; in other folders a plugin may need such a library.
            for name in withoutModules where folder.source != .besideExecutable && shared.libraries[name] == nil {
                refuse(name, file: folder.path + "/" + name, folder.source, .libraryAlone)
            }
        } catch {
            refuse(folder.path, file: folder.path, folder.source, error)
        }
    }

    /// Reads a plugin, from a copy in the store unless it is the host's own, whose files change only as a whole.
    private mutating func read(
        _ name: String, in folder: borrowing CheckedFolder, _ source: SearchFolder.Source
    ) throws(PluginProblem) -> PluginBundle {
        if source == .besideExecutable { return try PluginBundle.read(name, in: folder, host: host) }
        return try importer.read(name, in: folder)
    }

    private mutating func searchStore() {
        guard let store else { return }
        do throws(PluginProblem) {
            // All modules of a library are found at the place of the first one.
            var rest = try store.lock().inOrder[...]
            while let entry = rest.first?.entry {
                add(rest.filter { $0.entry == entry }, of: entry, in: store)
                rest.removeAll { $0.entry == entry }
            }
        } catch {
            refuse(store.lockPath, file: store.lockPath, .store, error)
        }
    }

    private mutating func add(_ modules: [LockedModule], of entry: StoreEntry, in store: ModuleStore) {
        let path = store.path(of: entry)
        // An entry with libraries must be read, because an earlier plugin may bring other builds of them.
        if onlyReports, modules.allSatisfy({ $0.hash == entry.address }) {
            return add(modules.map(\.name), ofStored: path, entry.address)
        }
        do throws(PluginProblem) {
            add(try store.read(entry, host: host), file: path, source: .store, modules: Set(modules.map(\.name)))
        } catch {
            refusedContents.insert(entry.address)
            for module in modules where files[module.name] == nil {
                // A later module of that name must not take the place of the installed one.
                files[module.name] = (path, nil)
                refuse(module.name, file: path, .store, error.ofInstalled(module.name))
            }
        }
    }

    /// Adds modules of a file in the store, without reading the file.
    private mutating func add(_ modules: [String], ofStored path: String, _ content: ContentHash) {
        let wanted = take(modules, of: path, content, source: .store)
        guard !wanted.isEmpty else { return }
        plugins.append(DiscoveredPlugin(stored: path, modules: wanted, content: content))
        for module in wanted { files[module] = (path, content) }
    }

    /// Adds the modules of a library, all or only those that are named.
    private mutating func add(
        _ bundle: PluginBundle, file: String, source: SearchFolder.Source, modules: Set<String>? = nil
    ) {
        let all = bundle.modules
        names.formUnion(all)
        let hash = bundle.main.hash
        let wanted = take(all.filter { modules?.contains($0) ?? true }, of: file, hash, source: source)
        guard !wanted.isEmpty else { return }
        do throws(PluginProblem) {
            try settle(bundle, of: wanted, isInstalled: source == .store)
        } catch {
            for module in wanted { refuse(module, file: file, source, error) }
            return
        }
        for symbol in bundle.inspection.protocolDescriptors { protocols[symbol] = file }
        protocols.merge(bundle.sharedProtocols) { first, _ in first }
        plugins.append(DiscoveredPlugin(bundle, file: file, source: source, modules: wanted))
        for module in wanted { files[module] = (file, hash) }
    }

    /// Returns the modules that are wanted and that no other file has, and refuses the others, except those of a copy
    /// of that file.
    private mutating func take(
        _ modules: [String], of file: String, _ hash: ContentHash, source: SearchFolder.Source
    ) -> [String] {
        names.formUnion(modules)
        return modules.filter { module in
            guard module == onlyModule ?? module else { return false }
            guard let other = files[module] else { return true }
            if other.hash != hash { refuse(module, file: file, source, .shadowed(module: module, by: other.path)) }
            return false
        }
    }

    /// Checks that the library defines no protocol that another one defines, too, and chooses the builds of the
    /// libraries that it brings along.
    private mutating func settle(
        _ bundle: PluginBundle, of modules: [String], isInstalled: Bool
    ) throws(PluginProblem) {
        let own = bundle.sharedProtocols
        for symbol in bundle.inspection.protocolDescriptors.sorted() {
            if let other = own[symbol] ?? protocols[symbol] { throw .sharedProtocol(symbol: symbol, other: other) }
        }
        for (symbol, library) in own.sorted(by: { $0.key < $1.key }) {
            if let other = protocols[symbol], other != library { throw .sharedProtocol(symbol: symbol, other: other) }
        }
        guard !bundle.libraries.isEmpty else { return }
        try shared.libraries.add(bundle, of: modules, isInstalled: isInstalled)
        shared.places.append(plugins.count)
    }

    private mutating func refuse(_ name: String, file: String, _ source: SearchFolder.Source, _ error: PluginProblem) {
        // A library that cannot be read is known only by its file name.
        if let onlyModule, name != onlyModule, name.hasSuffix(".so"), name != "lib\(onlyModule).so" { return }
        refused.append((name, file, source, error))
    }
}

/// A library that passed the check, with its modules that are to be loaded.
package struct DiscoveredPlugin: Sendable {
    /// The path of the file as people are told, which may be another than the library's.
    package let file: String
    package let source: SearchFolder.Source
    /// The copy in the store, or the file itself, as it is opened for each of the modules.
    let library: ModuleLibrary
    package let modules: [String]
    /// The hash of the library and the libraries that the plugin brings along.
    let content: ContentHash
    /// The hash of the files as they lie together, if the plugin runs with libraries of other plugins.
    var ownContent: ContentHash?
    /// The identities of the files when they were read, the library first; empty if a later change might not show.
    let identities: [FileIdentity]

    /// Creates a plugin that was read, with some of its modules or all.
    init(_ bundle: PluginBundle, file: String, source: SearchFolder.Source, modules: [String]? = nil) {
        content = bundle.address
        self.file = file
        self.source = source
        let changesAsWhole = bundle.main.path != file || [.store, .besideExecutable].contains(source)
        library = bundle.library(changesAsWhole: changesAsWhole)
        self.modules = modules ?? bundle.modules
        identities = bundle.files.allSatisfy(\.isSettled) ? bundle.files.map(\.identity) : []
    }

    /// Creates a plugin of a single file in the store, from the lock file.
    init(stored path: String, modules: [String], content: ContentHash) {
        file = path
        source = .store
        self.content = content
        self.modules = modules
        library = ModuleLibrary(path: path)
        identities = []
    }
}
