/// Looks through folders for plugins and checks their files, before any of their code runs.
struct PluginDiscovery {
    private let host: HostIdentity
    private var files: [String: String] = [:]
    private var protocols: [String: String] = [:]
    private var found: [(path: String, inspection: PluginInspection)] = []
    private var withoutModule: [(path: String, folder: SearchFolder, error: PluginFileError)] = []
    /// The libraries that plugins need and that may not be loaded, by name.
    private var unusable: [String: String] = [:]
    /// The plugins that passed, in the order in which they were found.
    private(set) var plugins: [DiscoveredPlugin] = []
    /// What was refused, and why.
    private(set) var refusals: [Refusal] = []

    /// Makes a discovery that holds files against the host's own.
    init(host: HostIdentity) { self.host = host }

    /// Looks through folders in order; of two modules of the same name the first one is taken.
    mutating func search(_ folders: [SearchFolder]) {
        for folder in folders {
            do throws(LoadError) {
                for path in try ModuleSearch.libraries(in: folder) {
                    inspect(path, in: folder)
                }
            } catch {
                refuse(folder.path, file: folder.path, error)
            }
        }
        addInterfaces()
        for plugin in found { add(plugin.path, plugin.inspection) }
    }

    private mutating func inspect(_ path: String, in folder: SearchFolder) {
        do throws(PluginFileError) {
            found.append((path, try PluginInspection.inspect(path: path, host: host)))
        } catch {
            if case .noEntryPoint = error { return withoutModule.append((path, folder, error)) }
            refuse(Path.name(of: path), file: path, .file(error))
        }
    }

    /// Tells the libraries without a module that plugins need, or that those need, from all others.
    ///
    /// They come before the plugins: the types in them are theirs.
    private mutating func addInterfaces() {
        var needed = Set(found.flatMap(\.inspection.needed))
        while let place = withoutModule.firstIndex(where: { needed.contains(Path.name(of: $0.path)) }) {
            let path = withoutModule.remove(at: place).path
            do throws(PluginFileError) {
                let library = try InterfaceLibrary(path: path, host: host)
                needed.formUnion(library.needed)
                protocols.merge(library.protocolDescriptors.map { ($0, path) }) { first, _ in first }
            } catch {
                unusable[Path.name(of: path)] = path
                refuse(Path.name(of: path), file: path, .file(error))
            }
        }
        for library in withoutModule where library.folder.source != .besideExecutable {
            refuse(Path.name(of: library.path), file: library.path, .file(library.error))
        }
    }

    private mutating func add(_ path: String, _ inspection: PluginInspection) {
        for entry in inspection.entryPoints {
            if let other = files[entry.module] { refuse(entry.module, file: path, .shadowed(by: other)) }
        }
        let entries = inspection.entryPoints.filter { files[$0.module] == nil }
        guard !entries.isEmpty else { return }
        if let name = inspection.needed.first(where: { unusable[$0] != nil }), let file = unusable[name] {
            return refuse(Path.name(of: path), file: path, .interface(name, file: file))
        }
        for symbol in inspection.protocolDescriptors.sorted() {
            if let other = protocols[symbol] {
                return refuse(Path.name(of: path), file: path, .sharedProtocol(symbol: symbol, other: other))
            }
        }
        for symbol in inspection.protocolDescriptors { protocols[symbol] = path }
        for entry in entries { files[entry.module] = path }
        plugins.append(DiscoveredPlugin(file: path, entryPoints: entries))
    }

    private mutating func refuse(_ name: String, file: String, _ error: LoadError) {
        refusals.append(Refusal(module: name, file: file, error: error))
    }
}

/// A library that passed the check, with those of its modules that are to be loaded.
struct DiscoveredPlugin: Sendable {
    let file: String
    let entryPoints: [EntryPoint]
}
