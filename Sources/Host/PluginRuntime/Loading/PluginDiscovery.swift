import Platform

/// Looks through folders and the store for plugins and checks their files, before any of their code runs.
package struct PluginDiscovery {
    private let store: ModuleStore?
    private let host: HostIdentity
    /// The one module that is wanted, if not all.
    private let onlyModule: String?
    private var intake: StoreImporter
    private var files: [String: String] = [:]
    /// The modules whose file is one of the store.
    private var installed: Set<String> = []
    /// For each protocol that a plugin or a library that it brought along defines, its file or that library's name.
    private var protocols: [String: String] = [:]
    /// For each library that a plugin brought along, by name, its content and the plugin's file.
    private var libraries: [String: (hash: ContentHash, owner: String)] = [:]
    /// The plugins that passed, in the order in which they were found.
    package private(set) var plugins: [DiscoveredPlugin] = []
    /// The names of all modules that were found, wanted or not.
    private(set) var names: Set<String> = []
    /// What was refused, and why.
    private(set) var refusals: [Refusal] = []

    /// Makes a discovery that holds files against the host's own.
    ///
    /// - Parameters:
    ///   - copies: whether the plugins of searched folders are copied into the store.
    ///   - onlyModule: the one module that is wanted; the others are passed over, whatever is wrong with them.
    package init(
        host: HostIdentity, store: ModuleStore? = nil, copies: Bool = true, use: StoreLease? = nil,
        onlyModule: String? = nil
    ) {
        self.host = host
        self.onlyModule = onlyModule
        self.store = store
        intake = StoreImporter(store: copies ? store : nil, host: host, use: use)
    }

    /// Looks through folders in order; of two modules of the same name the first one is taken.
    package mutating func search(_ folders: [SearchFolder]) {
        for folder in folders {
            if folder.source == .store {
                searchStore()
            } else {
                searchFolder(folder)
            }
        }
        intake.finish()
    }

    private mutating func searchFolder(_ folder: SearchFolder) {
        do throws(LoadError) {
            guard let open = try ModuleSearch.open(folder) else { return }
            var withoutModules: [String] = []
            for name in try ModuleSearch.libraries(in: open) {
                do throws(PluginFileError) {
                    add(try read(name, in: open, folder.source), file: folder.path + "/" + name, source: folder.source)
                } catch {
                    if case .noEntryPoint = error {
                        withoutModules.append(name)
                    } else {
                        refuse(name, file: folder.path + "/" + name, folder.source, .file(error))
                    }
                }
            }
            // The host has libraries of its own that are no modules; elsewhere it may be one that a plugin needs.
            for name in withoutModules where folder.source != .besideExecutable && libraries[name] == nil {
                refuse(name, file: folder.path + "/" + name, folder.source, .libraryAlone)
            }
        } catch {
            refuse(folder.path, file: folder.path, folder.source, error)
        }
    }

    /// What lies beside the executable is the host's own and comes and goes with it as a whole; all else is copied.
    private mutating func read(
        _ name: String, in folder: borrowing CheckedFolder, _ source: SearchFolder.Source
    ) throws(PluginFileError) -> PluginBundle {
        if source == .besideExecutable { return try PluginBundle.read(name, in: folder, host: host) }
        return try intake.read(name, in: folder)
    }

    private mutating func searchStore() {
        guard let store else { return }
        do throws(StoreError) {
            // The modules of a library are found where the first of them is.
            var rest = try store.lock().inOrder[...]
            while let entry = rest.first?.entry {
                add(rest.filter { $0.entry == entry }, of: entry, in: store)
                rest.removeAll { $0.entry == entry }
            }
        } catch {
            refuse(store.lockPath, file: store.lockPath, .store, .store(error))
        }
    }

    private mutating func add(_ modules: [LockedModule], of entry: StoreEntry, in store: ModuleStore) {
        let path = store.path(of: entry)
        do throws(StoreFault) {
            add(try store.read(entry, host: host), file: path, source: .store, modules: Set(modules.map(\.name)))
        } catch {
            for module in modules where files[module.name] == nil {
                // A module of that name that is found later must not take the place of what was installed.
                files[module.name] = path
                installed.insert(module.name)
                refuse(module.name, file: path, .store, .installed(error, module: module.name))
            }
        }
    }

    /// Adds the modules of a library, all of them or those that are named.
    private mutating func add(
        _ bundle: PluginBundle, file: String, source: SearchFolder.Source, modules: Set<String>? = nil
    ) {
        let inspection = bundle.inspection
        names.formUnion(inspection.entryPoints.map(\.module))
        let wanted = inspection.entryPoints.filter { entry in
            modules?.contains(entry.module) ?? true && entry.module == onlyModule ?? entry.module
        }
        for entry in wanted {
            guard let other = files[entry.module] else { continue }
            let copy = installedCopy(of: entry.module, in: source)
            refuse(entry.module, file: file, source, .shadowed(by: other, installed: copy))
        }
        let entries = wanted.filter { files[$0.module] == nil }
        guard !entries.isEmpty else { return }
        if let error = conflict(of: bundle) { return refuse(Path.name(of: file), file: file, source, error) }
        for symbol in inspection.protocolDescriptors { protocols[symbol] = file }
        protocols.merge(bundle.sharedProtocols) { first, _ in first }
        for library in bundle.libraries { libraries[library.name] = (library.hash, file) }
        for entry in entries { files[entry.module] = file }
        if source == .store { installed.formUnion(entries.map(\.module)) }
        plugins.append(DiscoveredPlugin(bundle, file: file, source: source, entryPoints: entries))
    }

    /// Which of a module's files is an installed one: the one that was found first, or another one in a folder.
    private func installedCopy(of module: String, in source: SearchFolder.Source) -> InstalledCopy? {
        if source == .store { return .second(module: module) }
        return installed.contains(module) ? .first(module: module) : nil
    }

    /// What the library has that another one has too, and that there can be only one of in a process.
    private func conflict(of bundle: PluginBundle) -> LoadError? {
        let shared = bundle.sharedProtocols
        for symbol in bundle.inspection.protocolDescriptors.sorted() {
            if let other = shared[symbol] ?? protocols[symbol] { return .sharedProtocol(symbol: symbol, other: other) }
        }
        for (symbol, library) in shared.sorted(by: { $0.key < $1.key }) {
            if let other = protocols[symbol], other != library { return .sharedProtocol(symbol: symbol, other: other) }
        }
        for library in bundle.libraries {
            if let other = libraries[library.name], other.hash != library.hash {
                return .otherLibrary(
                    name: library.name, other: other.owner, found: library.hash, expected: other.hash)
            }
        }
        return nil
    }

    private mutating func refuse(_ name: String, file: String, _ source: SearchFolder.Source, _ error: LoadError) {
        // A library that cannot be read is known by its file's name alone.
        if let onlyModule, name != onlyModule, name.hasSuffix(".so"), name != "lib\(onlyModule).so" { return }
        refusals.append(Refusal(module: name, file: file, source: source, error: error))
    }
}

/// A library that passed the check, with those of its modules that are to be loaded.
package struct DiscoveredPlugin: Sendable {
    /// Where it was found, as people are told.
    package let file: String
    let source: SearchFolder.Source
    /// What is opened: the copy in the store, or the file itself.
    let library: String
    /// The libraries that it brings along, each after all that it needs itself; they are opened before it.
    let bundledLibraries: [String]
    /// The folders and files of others that the system's loader may open with it.
    let surroundings: [String]
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
        self.content = content ?? bundle.address
        self.file = file
        self.source = source
        library = bundle.main.path
        identities = bundle.files.allSatisfy(\.isSettled) ? bundle.files.map(\.identity) : []
        bundledLibraries = bundle.libraries.map(\.path)
        surroundings = bundle.surroundings
        self.entryPoints = entryPoints ?? bundle.inspection.entryPoints
    }

    /// What is opened for one of its modules.
    func library(of entryPoint: EntryPoint) -> ModuleLibrary {
        ModuleLibrary(
            path: library, bundledLibraries: bundledLibraries, surroundings: surroundings,
            isInPlace: library == file && ![.store, .besideExecutable].contains(source), entryPoint: entryPoint)
    }
}
