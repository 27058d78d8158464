@_spi(Host) package import ModuleKit
package import Platform

/// Brings a checked plugin into the process and shakes hands with each of its modules.
enum PluginLoader {
    /// The modules that were handed over, and why others were not.
    static func load(
        _ plugin: DiscoveredPlugin
    ) -> (modules: [ModuleFactory], refusals: [(module: String, error: LoadError)]) {
        var modules: [ModuleFactory] = []
        var refusals: [(module: String, error: LoadError)] = []
        for entry in plugin.entryPoints {
            do throws(LoadError) {
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
    ) throws(LoadError) -> ModuleFactory {
        let factory = try shakeHands(library, identities)
        guard factory.info.name == library.entryPoint.module else {
            throw .wrongName(found: factory.info.name, expected: library.entryPoint.module)
        }
        return factory
    }

    /// Opens a plugin's library, after those that it brings along: the system's loader finds by name what is open already,
    /// wherever it lies.
    static func open(
        _ library: ModuleLibrary, _ identities: [FileIdentity] = []
    ) throws(LoadError) -> DynamicLibrary {
        if !library.bundledLibraries.isEmpty { try checkBuilds(library.bundledLibraries) }
        if library.isInPlace {
            let known = Dictionary(zip([library.path] + library.bundledLibraries, identities)) { first, _ in first }
            let paths = library.bundledLibraries + [library.path]
            if let opened = try CheckedLibraries.open(paths, known) { return opened }
        }
        do {
            for other in library.bundledLibraries { _ = try DynamicLibrary(plugin: other) }
            return try DynamicLibrary(plugin: library.path)
        } catch {
            throw .library(error)
        }
    }

    /// A process has room for one build of a library: the loader finds the one by its name that was opened first.
    private static func checkBuilds(_ paths: [String]) throws(LoadError) {
        let open = SwiftRuntime.mappedNow()
        for path in paths where !open.contains(path) {
            let name = Path.name(of: path)
            guard let other = open.first(where: { Path.name(of: $0) == name }),
                let before = try? PluginFile.bytes(at: other), let now = try? PluginFile.bytes(at: path), before != now
            else { continue }
            throw .otherLibrary(name: name, other: other, found: SHA256.hash(now), expected: SHA256.hash(before))
        }
    }

    private static func shakeHands(
        _ library: ModuleLibrary, _ identities: [FileIdentity]
    ) throws(LoadError) -> ModuleFactory {
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
    /// Whether it lies where its author works on it, and may be replaced at any time; copies in the store, and what comes with
    /// the host, change as a whole.
    var isInPlace = false
    let entryPoint: EntryPoint
}

/// Which of two modules of one name is an installed one.
package enum InstalledCopy: Sendable, Equatable {
    /// The one that was found first.
    case first(module: String)
    /// The one that is left out.
    case second(module: String)

    /// What the person can do: files in the store are the store's own.
    var remedy: String {
        switch self {
        case .first(let module): "remove it with `module uninstall \(module)`"
        case .second(let module):
            "leave out the folder of that one; `module uninstall \(module)` removes the installed one"
        }
    }
}

extension DynamicLibrary {
    /// Returns the entry point of that name.
    package func entryPoint(_ symbol: String) throws(DynamicLibraryError) -> Handshake.EntryPoint {
        // The contract gives every symbol of this name this type.
        unsafeBitCast(try address(of: symbol), to: Handshake.EntryPoint.self)
    }
}
