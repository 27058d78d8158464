@_spi(Host) package import ModuleKit
package import Platform

/// Brings a checked plugin into the process and shakes hands with each of its modules.
enum PluginLoader {
    /// The modules that were handed over, and why others were not.
    static func load(
        _ plugin: DiscoveredPlugin
    ) -> (modules: [ModuleFactory], refusals: [(module: String, error: PluginProblem)]) {
        var modules: [ModuleFactory] = []
        var refusals: [(module: String, error: PluginProblem)] = []
        for entry in plugin.entryPoints {
            do throws(PluginProblem) {
                modules.append(try load(plugin.library(of: entry)))
            } catch {
                refusals.append((entry.module, error))
            }
        }
        return (modules, refusals)
    }

    /// Loads a module of a library.
    ///
    /// - Parameter identities: those of the files that were hashed, the library first; empty where none was.
    static func load(
        _ library: ModuleLibrary, _ identities: [FileIdentity] = []
    ) throws(PluginProblem) -> ModuleFactory {
        let factory = try shakeHands(library, identities)
        guard factory.info.name == library.entryPoint.module else {
            throw .wrongName(found: factory.info.name, expected: library.entryPoint.module)
        }
        if let version = factory.info.unreadableVersion { throw .unreadableVersion(of: factory.info.name, version) }
        return factory
    }

    /// Opens a plugin's library, after those that it brings along: the system's loader finds by name what is open already,
    /// wherever it lies.
    static func open(
        _ library: ModuleLibrary, _ identities: [FileIdentity] = []
    ) throws(PluginProblem) -> DynamicLibrary {
        let builds = try builds(for: library)
        if library.isLinked || builds != library.bundledLibraries {
            let known = Dictionary(zip([library.path] + library.bundledLibraries, identities)) { first, _ in first }
            if let opened = try CheckedLibraries.open(builds + [library.path], known) { return opened }
        }
        do {
            for other in builds { _ = try DynamicLibrary(plugin: other) }
            return try DynamicLibrary(plugin: library.path)
        } catch {
            throw .library(error)
        }
    }

    /// The libraries that a plugin brings along, each in the build that is open where there is one: a process has room for one,
    /// and the loader finds the one by its name that was opened first. It has to have all that the plugin uses.
    private static func builds(for library: ModuleLibrary) throws(PluginProblem) -> [String] {
        let others = otherBuilds(of: library.bundledLibraries)
        guard !others.isEmpty else { return library.bundledLibraries }
        let files = ([library.path] + library.bundledLibraries).compactMap { try? PluginFile(at: $0) }
        for (own, open) in others.values where !own.lacking(in: open, for: files).isEmpty {
            throw .otherLibrary(own, open: open)
        }
        return library.bundledLibraries.map { others[$0]?.open.path ?? $0 }
    }

    /// The libraries among some of which another build is open, by their paths.
    static func otherBuilds(of paths: [String]) -> [String: (own: PluginFile, open: PluginFile)] {
        let open = paths.isEmpty ? [] : SwiftRuntime.mappedNow()
        var others: [String: (PluginFile, PluginFile)] = [:]
        for path in paths where !open.contains(path) {
            guard let other = open.first(where: { Path.name(of: $0) == Path.name(of: path) }),
                let own = try? PluginFile(at: path), let there = try? PluginFile(at: other), own.hash != there.hash
            else { continue }
            others[path] = (own, there)
        }
        return others
    }

    private static func shakeHands(
        _ library: ModuleLibrary, _ identities: [FileIdentity]
    ) throws(PluginProblem) -> ModuleFactory {
        let opened = try open(library, identities)
        do {
            return try Handshake.perform(try opened.entryPoint(library.entryPoint.symbol))
        } catch let error as DynamicLibraryError {
            throw .library(error)
        } catch let error as HandshakeError {
            throw .handshake(error)
        } catch {
            throw .notStarted(reason: error)
        }
    }
}

/// What is opened to load a module.
struct ModuleLibrary: Sendable, Equatable {
    /// The plugin's library.
    let path: String
    /// The libraries that it brings along, each after all that it needs itself; they are opened before it.
    let bundledLibraries: [String]
    /// The folders and files of others that the system's loader may open with it, which are looked at before each load.
    var surroundings: [String] = []
    /// Whether it is opened through links to the open files, which lie side by side: where its author works on it, it may be
    /// replaced at any time, while copies in the store, and what comes with the host, change as a whole; and a library that it
    /// brings along may lie elsewhere, where another plugin's build serves both.
    var isLinked = false
    let entryPoint: EntryPoint
}

extension DynamicLibrary {
    /// Returns the entry point of that name.
    package func entryPoint(_ symbol: String) throws(DynamicLibraryError) -> Handshake.EntryPoint {
        // The contract gives every symbol of this name this type.
        unsafeBitCast(try address(of: symbol), to: Handshake.EntryPoint.self)
    }
}
