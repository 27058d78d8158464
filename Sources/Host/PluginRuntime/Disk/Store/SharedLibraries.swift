import Platform

/// The choice of one build for each library that plugins bundle, because a process can load only one library of a name.
///
/// An interface library keeps its binary interface (Documentation/Decisions/0025), so a plugin runs with every build
/// that defines the needed symbols. The choice covers installed plugins and the plugins that a start finds in any
/// folder.
struct SharedLibraries {
    /// A plugin that bundles libraries.
    private struct User {
        let modules: [String]
        var bundle: PluginBundle
        let isInstalled: Bool
    }

    /// `bundle` is a new plugin with the builds that were chosen for it. `renewed` are the new plugin's libraries that
    /// replace earlier builds for all plugins.
    typealias BuildChoice = (bundle: PluginBundle, renewed: [PluginFile])

    private let host: HostIdentity
    private var users: [User] = []
    /// The libraries that were installed without a module, keyed by name.
    private var own: [String: PluginFile] = [:]
    /// The original paths of copied libraries, keyed by their paths in the store.
    private var sources: [String: String] = [:]

    init(host: HostIdentity) { self.host = host }

    /// Reads the installed plugins, except modules that are to be replaced. A plugin that cannot be read is left out;
    /// its problem is reported when it is loaded.
    init(
        _ lock: ModuleLock, without replaced: [LockedModule] = [], in store: ModuleStore, host: HostIdentity
    ) {
        self.host = host
        for library in lock.libraries.values {
            own[library.name] = try? store.library(library.entry)
            sources[store.path(of: library.entry)] = library.source
        }
        let modules = Dictionary(grouping: lock.modules.filter { !replaced.contains($0) }, by: \.entry)
        // If the address is the plugin's own hash, the entry does not have other libraries.
        for (entry, modules) in modules where modules.contains(where: { $0.hash != entry.address }) {
            guard let bundle = try? store.read(entry, host: host) else { continue }
            users.append(User(modules: modules.map(\.name), bundle: bundle, isInstalled: true))
            let folder = Path.folder(of: modules[0].source)
            for library in bundle.libraries { sources[library.path] = folder + "/" + library.name }
        }
    }

    /// The present build of the library `name`; `nil` if there is none.
    subscript(name: String) -> PluginFile? {
        own[name] ?? users.lazy.flatMap(\.bundle.libraries).first { $0.name == name }
    }

    /// The plugins with the builds that were chosen for them, in the order in which they were added.
    var bundles: [PluginBundle] { users.map(\.bundle) }

    /// Adds a plugin that a start of the host found. The plugins are added in the order in which they were found.
    mutating func add(_ bundle: PluginBundle, of modules: [String], isInstalled: Bool) throws(PluginProblem) {
        let choice = try chooseBuilds(bundle)
        var users = users
        for place in users.indices where users[place].bundle.brings(choice.renewed) {
            users[place].bundle = try users[place].bundle.with(choice.renewed, host: host)
        }
        self.users = users + [User(modules: modules, bundle: choice.bundle, isInstalled: isInstalled)]
    }

    /// Chooses a build of each library that a new plugin bundles: the present build if it has all symbols that the new
    /// plugin needs, otherwise the new plugin's build if it has all symbols that the other plugins need.
    func chooseBuilds(_ bundle: PluginBundle) throws(PluginProblem) -> BuildChoice {
        var kept = own.filter { bundle.missing.contains($0.key) }
        var renewed: [PluginFile] = []
        for library in bundle.libraries {
            guard let there = self[library.name], there.hash != library.hash else { continue }
            let lacking = library.lacking(in: there, for: bundle.files)
            if lacking.isEmpty {
                kept[library.name] = there
            } else {
                try check(library, instead: there, from: bundle.main.path, lacking: lacking)
                renewed.append(library)
            }
        }
        guard !kept.isEmpty else { return (bundle, renewed) }
        do {
            return (try bundle.with(Array(kept.values), host: host), renewed)
        } catch {
            var problem = error
            problem.file = error.file.map { sources[$0] ?? $0 }
            throw problem
        }
    }

    /// Checks that a library without a module has all symbols that the present plugins need.
    func check(_ library: PluginFile) throws(PluginProblem) {
        guard let there = self[library.name], there.hash != library.hash else { return }
        try check(library, instead: there, from: library.path, lacking: [])
    }

    private func check(
        _ library: PluginFile, instead there: PluginFile, from source: String, lacking: Set<String>
    ) throws(PluginProblem) {
        for user in users {
            guard let mine = user.bundle.libraries.first(where: { $0.name == library.name }),
                let symbol = mine.lacking(in: library, for: user.bundle.files).min(), let module = user.modules.first
            else { continue }
            let need = lacking.min().map { ", which lacks \($0), which \(source) needs" } ?? ""
            let room = user.isInstalled ? "; `switchboard module uninstall \(module)` makes room for it" : ""
            let part = PluginProblem.Part(
                .library,
                found: "\(library.name) with SHA-256 \(library.hash), which lacks \(symbol), which \(module) needs",
                expected: "one build for both; \(module)'s build is SHA-256 \(there.hash)\(need)",
                remedy: "build both modules in one package, or against one build of \(library.name)\(room)")
            throw PluginProblem(file: source, [part])
        }
    }

    /// Returns the plugins that bundle at least one of the given libraries, each with the names of its modules. In the
    /// returned plugins, the given libraries replace the earlier builds.
    func renewed(by libraries: [PluginFile]) throws(PluginProblem) -> [(modules: [String], PluginBundle)] {
        var renewed: [(modules: [String], PluginBundle)] = []
        for user in users where user.bundle.brings(libraries) {
            renewed.append((user.modules, try user.bundle.with(libraries, host: host)))
        }
        return renewed
    }
}

extension PluginBundle {
    /// Whether the plugin bundles a build of one of the libraries.
    fileprivate func brings(_ files: [PluginFile]) -> Bool {
        libraries.contains { library in files.contains { $0.name == library.name } }
    }

    /// Returns the plugin with the given builds of its libraries. Builds of libraries that the plugin needs but does
    /// not bundle are added.
    fileprivate func with(_ files: [PluginFile], host: HostIdentity) throws(PluginProblem) -> PluginBundle {
        let found = Dictionary((files + libraries).map { ($0.name, $0) }) { first, _ in first }
        return try PluginBundle(main, host: host) { found[$0] }
    }
}
