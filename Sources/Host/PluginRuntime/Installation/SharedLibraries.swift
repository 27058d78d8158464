import Platform

/// The libraries that installed plugins need and bring along: a process has room for one build of each name.
///
/// An interface keeps its binary interface (Documentation/Decisions/0025), so that a plugin that was built with one build runs with any
/// that defines the symbols that it needs.
struct SharedLibraries {
    /// A plugin that is installed.
    private struct User {
        let modules: [LockedModule]
        let bundle: PluginBundle
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
            users.append(User(modules: modules, bundle: bundle))
            let folder = Path.folder(of: modules[0].source)
            for library in bundle.libraries { sources[library.path] = folder + "/" + library.name }
        }
    }

    /// The build of a library that is there.
    subscript(name: String) -> PluginFile? {
        own[name] ?? users.lazy.flatMap(\.bundle.libraries).first { $0.name == name }
    }

    /// Whom a library is shared with: the first module, by name, that brings it along, or the library itself.
    func owner(of name: String) -> String {
        let modules = users.filter { $0.bundle.libraries.contains { $0.name == name } }.flatMap(\.modules)
        return modules.map(\.name).min() ?? name
    }

    /// Chooses a build of each library that a newcomer brings along: the one that is there where that has all that the
    /// newcomer needs, otherwise the newcomer's where that has all that the others need.
    func settle(_ bundle: PluginBundle) throws(InstallationError) -> Settlement {
        var kept: [String: PluginFile] = own.filter { bundle.missing.contains($0.key) }
        var renewed: [PluginFile] = []
        for library in bundle.libraries {
            guard let there = self[library.name], there.hash != library.hash else { continue }
            let lacking = Self.lacking(in: there, for: bundle, builtWith: library)
            if lacking.isEmpty {
                kept[library.name] = there
            } else {
                try check(library, instead: there, from: bundle.main.path, lacking: lacking)
                renewed.append(library)
            }
        }
        guard !kept.isEmpty else { return Settlement(bundle: bundle, renewed: renewed) }
        do {
            return Settlement(bundle: try bundle.with(kept, host: host), renewed: renewed)
        } catch .file(let error) {
            guard let source = sources[error.path] else { throw .file(error) }
            throw .file(.mismatches(source, error.mismatches))
        }
    }

    /// Makes sure that a library that comes by itself has all that those need that are there.
    func check(_ library: PluginFile) throws(InstallationError) {
        guard let there = self[library.name], there.hash != library.hash else { return }
        try check(library, instead: there, from: library.path, lacking: [])
    }

    private func check(
        _ library: PluginFile, instead there: PluginFile, from source: String, lacking: Set<String>
    ) throws(InstallationError) {
        for user in users {
            guard let mine = user.bundle.libraries.first(where: { $0.name == library.name }) else { continue }
            let symbols = Self.lacking(in: library, for: user.bundle, builtWith: mine)
            guard !symbols.isEmpty, let module = user.modules.first else { continue }
            let conflict = LibraryConflict(
                library: library.name, source: source, hash: library.hash, lacks: symbols.min() ?? "",
                installed: there.hash, installedLacks: lacking.min(), module: module.name)
            throw .otherLibrary(conflict)
        }
    }

    /// The plugins that run with other builds of some libraries now, as they are to be.
    func renewed(by libraries: [PluginFile]) throws(InstallationError) -> [(modules: [LockedModule], PluginBundle)] {
        let files = Dictionary(libraries.map { ($0.name, $0) }) { first, _ in first }
        var renewed: [(modules: [LockedModule], PluginBundle)] = []
        for user in users where user.bundle.libraries.contains(where: { files[$0.name] != nil }) {
            renewed.append((user.modules, try user.bundle.with(files, host: host)))
        }
        return renewed
    }

    /// What a plugin uses of the build of a library that it comes with, and what another build of it does not define.
    private static func lacking(
        in other: PluginFile, for bundle: PluginBundle, builtWith library: PluginFile
    ) -> Set<String> {
        var needed: Set<String> = []
        for file in bundle.files where file.name != library.name {
            needed.formUnion(symbols(of: file, isDefined: false))
        }
        return needed.intersection(symbols(of: library, isDefined: true))
            .subtracting(symbols(of: other, isDefined: true))
    }

    private static func symbols(of file: PluginFile, isDefined: Bool) -> Set<String> {
        // They were read before, to see what they need.
        let names = try? ELFImage(file.bytes).dynamicSection()?.symbols.allNames(isDefined: isDefined)
        return names ?? []
    }
}

/// Two builds of a library of which neither does for all.
package struct LibraryConflict: Sendable, Equatable {
    /// The library's file name.
    let library: String
    /// The file that brings it along, or that is it.
    let source: String
    let hash: ContentHash
    /// A symbol that it does not define, and that an installed module needs.
    let lacks: String
    /// The hash of the build that is installed.
    let installed: ContentHash
    /// A symbol that that one does not define, and that the newcomer needs; `nil` where the newcomer is the library itself.
    let installedLacks: String?
    /// The installed module.
    let module: String
}

extension LibraryConflict: CustomStringConvertible {
    package var description: String {
        let need = installedLacks.map { ", and that one lacks \($0), which \(source) needs" } ?? ""
        return
            "\(library) of \(source) differs from the one that \(module) is installed with, and a process has room for "
            + "one: found SHA-256 \(hash), which lacks \(lacks), which \(module) needs; installed is SHA-256 "
            + "\(installed)\(need); build both modules in one package, or against one build of \(library), and install them "
            + "after `switchboard module uninstall \(module)`"
    }
}

extension PluginBundle {
    /// The same plugin with other builds of some of its libraries, and with those that it lacks.
    fileprivate func with(_ files: [String: PluginFile], host: HostIdentity) throws(InstallationError) -> PluginBundle {
        let own = Dictionary(libraries.map { ($0.name, $0) }) { first, _ in first }
        do {
            return try PluginBundle(main, host: host) { files[$0] ?? own[$0] }
        } catch {
            throw .file(error)
        }
    }
}
