@_spi(Host) import ModuleKit

/// Brings a checked plugin into the process and shakes hands with each of its modules.
enum PluginLoader {
    /// The modules that were handed over, and a refusal for each that was not.
    static func load(_ plugin: DiscoveredPlugin) -> (modules: [LoadedModule], refusals: [Refusal]) {
        var modules: [LoadedModule] = []
        var refusals: [Refusal] = []
        for entry in plugin.entryPoints {
            do throws(LoadError) {
                modules.append(LoadedModule(file: plugin.file, factory: try factory(entry, in: plugin.file)))
            } catch {
                refusals.append(Refusal(module: entry.module, file: plugin.file, error: error))
            }
        }
        return (modules, refusals)
    }

    private static func factory(_ entry: EntryPoint, in file: String) throws(LoadError) -> ModuleFactory {
        let factory = try shakeHands(entry.symbol, in: file)
        guard factory.info.name == entry.module else {
            throw .wrongName(found: factory.info.name, expected: entry.module)
        }
        return factory
    }

    private static func shakeHands(_ symbol: String, in file: String) throws(LoadError) -> ModuleFactory {
        do {
            return try Handshake.perform(try DynamicLibrary(path: file).entryPoint(symbol))
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
    let factory: ModuleFactory
}
