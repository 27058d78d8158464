@_spi(Host) import ModuleKit
import Platform

/// A loader that opens checked plugins in this process, and performs the handshake with each of their modules.
enum PluginLoader {
    /// Loads a module of a library. `identities` are the identities that the files had when they were hashed, the
    /// library first. If the list is empty, a replaced file is not detected.
    static func load(
        _ module: String, of library: ModuleLibrary, _ identities: [FileIdentity] = []
    ) throws(PluginProblem) -> ModuleFactory {
        let factory = try shakeHands(module, try open(library, identities))
        guard factory.info.name == module else { throw .wrongName(found: factory.info.name, expected: module) }
        if let version = factory.info.unreadableVersion { throw .unreadableVersion(of: module, version) }
        return factory
    }

    /// Opens a plugin's bundled libraries, then its own library. When the plugin's library needs a bundled library, the
    /// system's loader uses the open library of that name, whatever folder the open library is in.
    static func open(
        _ library: ModuleLibrary, _ identities: [FileIdentity] = []
    ) throws(PluginProblem) -> DynamicLibrary {
        let builds = try builds(for: library)
        if library.isOpenedThroughLinks || builds != library.bundledLibraries {
            let known = Dictionary(zip(library.files, identities)) { first, _ in first }
            if let opened = try CheckedLibraries.open(builds + [library.path], known) { return opened }
        }
        do {
            for other in builds { _ = try DynamicLibrary(plugin: other) }
            return try DynamicLibrary(plugin: library.path)
        } catch {
            throw .library(error)
        }
    }

    /// Returns the paths of the bundled libraries to open for a plugin. If another build of a library is open already,
    /// that build replaces the plugin's build, because in one process the loader uses only the first library of each
    /// name. Throws if the open build lacks symbols that the plugin uses.
    private static func builds(for library: ModuleLibrary) throws(PluginProblem) -> [String] {
        let others = otherBuilds(of: library.bundledLibraries)
        guard !others.isEmpty else { return library.bundledLibraries }
        let files = library.files.compactMap { try? PluginFile(at: $0) }
        for (own, open) in others.values where !own.lacking(in: open, for: files).isEmpty {
            throw .otherLibrary(own, open: open)
        }
        return library.bundledLibraries.map { others[$0]?.open.path ?? $0 }
    }

    /// Returns the libraries of which this process has opened another build, keyed by their paths.
    static func otherBuilds(of paths: [String]) -> [String: (own: PluginFile, open: PluginFile)] {
        let open = paths.isEmpty ? [] : SwiftRuntime.mappedNow()
        var others: [String: (PluginFile, PluginFile)] = [:]
        for path in paths where !open.contains(path) {
            guard let other = open.first(where: { Path.name(of: $0) == Path.name(of: path) }),
                let own = try? PluginFile(at: path), let there = try? PluginFile(at: other), own.bytes != there.bytes
            else { continue }
            others[path] = (own, there)
        }
        return others
    }

    private static func shakeHands(
        _ module: String, _ library: DynamicLibrary
    ) throws(PluginProblem) -> ModuleFactory {
        let entryPoint = EntryPoint(contract: Contract.version, module: module)
        do {
            return try Handshake.factory(ModuleFactory.self, from: try library.function(entryPoint.symbol))
        } catch let error as DynamicLibraryError {
            throw .library(error)
        } catch let error as HandshakeError {
            throw .handshake(error)
        } catch {
            throw .notStarted(reason: error)
        }
    }
}
