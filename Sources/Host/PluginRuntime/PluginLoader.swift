@_spi(Host) import ModuleKit

/// Brings a checked plugin into the process and shakes hands with each of its modules.
enum PluginLoader {
    /// The modules that were handed over, and a refusal for each that was not.
    static func load(_ plugin: DiscoveredPlugin) -> (modules: [LoadedModule], refusals: [Refusal]) {
        var modules: [LoadedModule] = []
        var refusals: [Refusal] = []
        for entry in plugin.entryPoints {
            do throws(LoadError) {
                let library = try DynamicLibrary(path: plugin.file)
                modules.append(LoadedModule(file: plugin.file, factory: try factory(entry, in: library)))
            } catch {
                refusals.append(Refusal(module: entry.module, file: plugin.file, error: error))
            }
        }
        return (modules, refusals)
    }

    private static func factory(_ entry: EntryPoint, in library: DynamicLibrary) throws(LoadError) -> ModuleFactory {
        let factory: ModuleFactory
        let entryPoint = try library.entryPoint(entry.symbol)
        do {
            factory = try Handshake.perform(entryPoint)
        } catch {
            throw .handshake(error)
        }
        guard factory.info.name == entry.module else {
            throw .wrongName(found: factory.info.name, expected: entry.module)
        }
        return factory
    }
}

/// A module that was handed over by its library and is not made yet.
struct LoadedModule: Sendable {
    let file: String
    let factory: ModuleFactory
}
