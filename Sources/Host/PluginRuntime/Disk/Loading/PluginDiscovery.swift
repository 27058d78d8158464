@_spi(Host) import ModuleKit
import Platform

/// A search for plugins in folders and the store. It checks the files of each plugin before the plugin's code runs.
package struct PluginDiscovery {
    private let store: ModuleStore?
    private let host: HostIdentity
    private let onlyReports: Bool
    /// The only wanted module; `nil` for all modules.
    private let onlyModule: String?
    private var importer: StoreImporter
    /// The file of each module, with the file's hash if it was read, keyed by the module's name.
    private var files: [String: (path: String, hash: ContentHash?)] = [:]
    /// The file of the plugin, or the name of the library, that defines each protocol, keyed by the protocol's symbol.
    private var protocols: [String: String] = [:]
    /// The plugins with bundled libraries, and their indexes in `plugins`.
    private var shared: (libraries: SharedLibraries, places: [Int])
    /// The plugins that passed the checks, in the order in which they were found.
    package private(set) var plugins: [DiscoveredPlugin] = []
    /// The names of all modules that were found, including the modules that `onlyModule` excludes.
    private(set) var names: Set<String> = []
    /// The files and modules that were refused, each with its problem.
    private(set) var refused: [(name: String, file: String, source: SearchFolder.Source, problem: PluginProblem)] = []
    /// The content hashes of installed modules whose files were refused.
    private(set) var refusedContents: Set<ContentHash> = []

    /// Creates a discovery that compares files with the host.
    ///
    /// - Parameters:
    ///   - onlyReports: whether the modules are only reported. If so, the store is not written, and entries with a
    ///     single file are not read, because the lock file names their modules. Otherwise the store's files are read,
    ///     and plugins of searched folders are copied into the store.
    ///   - onlyModule: the only wanted module; others are ignored, even if they have a problem.
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

    /// Searches folders in order. If several modules have the same name, the first one is taken.
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
            let isOwn = folder.source == .besideExecutable
            let ignored = isOwn ? ModuleSearch.ownLibraryNames : []
            for name in try ModuleSearch.libraries(in: open) where !ignored.contains(name) {
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
            // Only the host's own libraries, and libraries that a plugin needs, may lack a module.
            for name in withoutModules where !isOwn && shared.libraries[name] == nil {
                refuse(name, file: folder.path + "/" + name, folder.source, .libraryAlone)
            }
        } catch {
            refuse(folder.path, file: folder.path, folder.source, error)
        }
    }

    /// Reads a plugin of a folder, and returns its copy in the store, or the plugin itself if it cannot be copied. The
    /// host's own plugins are not copied into the store, because they change only together with the host.
    private mutating func read(
        _ name: String, in folder: borrowing CheckedFolder, _ source: SearchFolder.Source
    ) throws(PluginProblem) -> PluginBundle {
        if source == .besideExecutable { return try PluginBundle.read(name, in: folder, host: host) }
        return try importer.read(name, in: folder)
    }

    private mutating func searchStore() {
        guard let store else { return }
        do throws(PluginProblem) {
            // All modules of a library are added together, at the position of the library's first module.
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
        // An entry with bundled libraries must be read, because an earlier plugin may bundle other builds of these
        // libraries.
        if onlyReports, modules.allSatisfy({ $0.hash == entry.address }) {
            return add(modules.map(\.name), ofStored: path, entry.address)
        }
        do throws(PluginProblem) {
            add(try store.read(entry, host: host), file: path, source: .store, modules: Set(modules.map(\.name)))
        } catch {
            refusedContents.insert(entry.address)
            for module in modules where files[module.name] == nil {
                // A module of the same name in a later folder must not replace the installed module.
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

    /// Adds all modules of a library, or, if `modules` is given, only the modules with these names.
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

    /// Returns the wanted modules that no earlier file contains. Refuses a wanted module if an earlier file with
    /// another hash contains it.
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

    /// Checks that no other library defines a protocol that this library or its bundled libraries define. Chooses the
    /// builds of the bundled libraries.
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
        // If a library cannot be read, `name` is its file name, which shows whether it may contain the only wanted
        // module.
        if let onlyModule, name != onlyModule, name.hasSuffix(".so"), name != "lib\(onlyModule).so" { return }
        refused.append((name, file, source, error))
    }
}

/// A library that passed the check, with its modules to load.
package struct DiscoveredPlugin: Sendable {
    /// The path of the file in messages, which may differ from the library's path.
    package let file: String
    package let source: SearchFolder.Source
    /// The library to open: the copy in the store, or the file itself.
    let library: ModuleLibrary
    package let modules: [String]
    /// The hash of the library and its bundled libraries, in the builds that the host loads.
    let content: ContentHash
    /// The hash of the plugin with its own builds of the bundled libraries, which the host may replace; `nil` if
    /// `content` is that hash.
    var ownContent: ContentHash?
    /// The identities of the files when they were read, the library first; empty if a file may change later without a
    /// change of its identity.
    let identities: [FileIdentity]

    /// Creates a plugin that was read, with all or some of its modules.
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
