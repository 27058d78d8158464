import Platform

/// The libraries that plugins need and bring along: a process has room for one build of each name.
///
/// An interface keeps its binary interface (Documentation/Decisions/0025), so that a plugin that was built with one build runs with any
/// that defines the symbols that it needs. The rule holds for what is installed, and for what a start finds in any folder.
struct SharedLibraries {
    /// A plugin that is there.
    private struct User {
        let modules: [String]
        var bundle: PluginBundle
        let isInstalled: Bool
    }

    /// What a newcomer leads to.
    struct Settlement {
        /// The newcomer, with the builds that it is to run with.
        let bundle: PluginBundle
        /// The builds that take the places of earlier ones.
        var renewed: [PluginFile] = []
    }

    private let host: HostIdentity
    private var users: [User] = []
    /// The libraries that are installed by themselves.
    private var own: [String: PluginFile] = [:]
    /// The files that libraries were copied from, by their paths in the store.
    private var sources: [String: String] = [:]

    /// Begins without plugins.
    init(host: HostIdentity) { self.host = host }

    /// Reads what is installed, but for some modules, whose place others take.
    ///
    /// What cannot be read any more is told of where it is loaded.
    init(
        _ lock: ModuleLock, without replaced: [LockedModule] = [], in store: ModuleStore, host: HostIdentity
    ) {
        self.host = host
        for library in lock.libraries.values {
            own[library.name] = try? store.library(library.entry)
            sources[store.path(of: library.entry)] = library.source
        }
        let modules = Dictionary(grouping: lock.modules.filter { !replaced.contains($0) }, by: \.entry)
        // An entry whose address is the plugin's own hash has no other libraries.
        for (entry, modules) in modules where modules.contains(where: { $0.hash != entry.address }) {
            guard let bundle = try? store.read(entry, host: host) else { continue }
            users.append(User(modules: modules.map(\.name), bundle: bundle, isInstalled: true))
            let folder = Path.folder(of: modules[0].source)
            for library in bundle.libraries { sources[library.path] = folder + "/" + library.name }
        }
    }

    /// The build of a library that is there.
    subscript(name: String) -> PluginFile? {
        own[name] ?? users.lazy.flatMap(\.bundle.libraries).first { $0.name == name }
    }

    /// The plugins that were added, in their order, each with the builds that it is to run with.
    var bundles: [PluginBundle] { users.map(\.bundle) }

    /// Adds a plugin that is found at a start, beside those that were found before.
    mutating func add(_ bundle: PluginBundle, of modules: [String], isInstalled: Bool) throws(PluginProblem) {
        let settlement = try settle(bundle)
        var users = users
        for place in users.indices where users[place].bundle.brings(settlement.renewed) {
            users[place].bundle = try users[place].bundle.with(settlement.renewed, host: host)
        }
        self.users = users + [User(modules: modules, bundle: settlement.bundle, isInstalled: isInstalled)]
    }

    /// Chooses a build of each library that a newcomer brings along: the one that is there where that has all that the
    /// newcomer needs, otherwise the newcomer's where that has all that the others need.
    func settle(_ bundle: PluginBundle) throws(PluginProblem) -> Settlement {
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
        guard !kept.isEmpty else { return Settlement(bundle: bundle, renewed: renewed) }
        do {
            return Settlement(bundle: try bundle.with(Array(kept.values), host: host), renewed: renewed)
        } catch {
            var problem = error
            problem.file = error.file.map { sources[$0] ?? $0 }
            throw problem
        }
    }

    /// Makes sure that a library that comes by itself has all that those need that are there.
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
            let finding = Finding(
                .library,
                found: "\(library.name) with SHA-256 \(library.hash), which lacks \(symbol), which \(module) needs",
                expected: "one build for both; that of \(module) is SHA-256 \(there.hash)\(need)",
                remedy: "build both modules in one package, or against one build of \(library.name)\(room)")
            throw PluginProblem(file: source, [finding])
        }
    }

    /// The plugins that run with other builds of some libraries now, as they are to be, with the names of their modules.
    func renewed(by libraries: [PluginFile]) throws(PluginProblem) -> [(modules: [String], PluginBundle)] {
        var renewed: [(modules: [String], PluginBundle)] = []
        for user in users where user.bundle.brings(libraries) {
            renewed.append((user.modules, try user.bundle.with(libraries, host: host)))
        }
        return renewed
    }
}

extension PluginBundle {
    /// Whether it brings a build of any of some libraries along.
    fileprivate func brings(_ files: [PluginFile]) -> Bool {
        libraries.contains { library in files.contains { $0.name == library.name } }
    }

    /// The same plugin with other builds of some of its libraries, and with those that it lacks.
    fileprivate func with(_ files: [PluginFile], host: HostIdentity) throws(PluginProblem) -> PluginBundle {
        let found = Dictionary((files + libraries).map { ($0.name, $0) }) { first, _ in first }
        return try PluginBundle(main, host: host) { found[$0] }
    }
}
