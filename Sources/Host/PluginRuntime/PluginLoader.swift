@_spi(Host) import ModuleKit

/// Brings a checked plugin into the process and shakes hands with each of its modules.
enum PluginLoader {
    /// The modules that were handed over, and why others were not.
    static func load(
        _ plugin: DiscoveredPlugin
    ) -> (modules: [LoadedModule], refusals: [(module: String, error: LoadError)]) {
        var modules: [LoadedModule] = []
        var refusals: [(module: String, error: LoadError)] = []
        for entry in plugin.entryPoints {
            do throws(LoadError) {
                let library = ModuleLibrary(
                    path: plugin.library, broughtLibraries: plugin.broughtLibraries, entryPoint: entry)
                modules.append(LoadedModule(file: plugin.file, source: plugin.source, factory: try load(library)))
            } catch {
                refusals.append((entry.module, error))
            }
        }
        return (modules, refusals)
    }

    /// Loads a module of a library.
    static func load(_ library: ModuleLibrary) throws(LoadError) -> ModuleFactory {
        let factory = try shakeHands(library)
        guard factory.info.name == library.entryPoint.module else {
            throw .wrongName(found: factory.info.name, expected: library.entryPoint.module)
        }
        return factory
    }

    private static func shakeHands(_ library: ModuleLibrary) throws(LoadError) -> ModuleFactory {
        do {
            // The system's loader finds by name what is open already, wherever it lies.
            for other in library.broughtLibraries { _ = try DynamicLibrary(path: other) }
            return try Handshake.perform(try DynamicLibrary(path: library.path).entryPoint(library.entryPoint.symbol))
        } catch let error as DynamicLibraryError {
            throw .library(error)
        } catch let error as HandshakeError {
            throw .handshake(error)
        } catch {
            throw .notStarted(reason: error)
        }
    }
}

/// A module that was handed over by its library and is not made yet.
struct LoadedModule: Sendable {
    let file: String
    let source: SearchFolder.Source
    let factory: ModuleFactory
}
