@_spi(Host) import ModuleKit

/// Brings a checked plugin into the process and shakes hands with each of its modules.
enum PluginLoader {
    /// The modules that were handed over, and a refusal for each that was not.
    static func load(_ plugin: DiscoveredPlugin) -> (modules: [LoadedModule], refusals: [Refusal]) {
        var modules: [LoadedModule] = []
        var refusals: [Refusal] = []
        for entry in plugin.entryPoints {
            do throws(LoadError) {
                let factory = try factory(entry, in: plugin)
                modules.append(LoadedModule(file: plugin.file, source: plugin.source, factory: factory))
            } catch {
                refusals.append(
                    Refusal(module: entry.module, file: plugin.file, source: plugin.source, error: error))
            }
        }
        return (modules, refusals)
    }

    private static func factory(
        _ entry: EntryPoint, in plugin: DiscoveredPlugin
    ) throws(LoadError) -> ModuleFactory {
        let factory = try shakeHands(entry.symbol, in: plugin)
        guard factory.info.name == entry.module else {
            throw .wrongName(found: factory.info.name, expected: entry.module)
        }
        return factory
    }

    private static func shakeHands(
        _ symbol: String, in plugin: DiscoveredPlugin
    ) throws(LoadError) -> ModuleFactory {
        do {
            // The system's loader finds by name what is open already, wherever it lies.
            for library in plugin.broughtLibraries { _ = try DynamicLibrary(path: library) }
            return try Handshake.perform(try DynamicLibrary(path: plugin.library).entryPoint(symbol))
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
