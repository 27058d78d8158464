@_spi(Host) package import ModuleKit
import Synchronization

/// The runner of one generation of a module, in the host's process or in a separate one.
///
/// Each step of the generation's life happens once, in the order of the functions. A crash of a module in the host's
/// process ends the host.
package protocol ModuleRunner: AnyObject, Sendable {
    /// Loads the code and creates the module.
    func load() throws(PluginProblem)

    /// Starts the module, and returns all its declarations.
    func start() async throws -> Registration

    /// Ends the module's right to make requests.
    func invalidate()

    /// Stops the module, then closes its storage.
    func stop() async

    /// Closes the storage of a module whose code does not end. Further calls have no effect.
    func close() async
}

/// The runner of a module in the host's process.
final class InProcessRunner: ModuleRunner {
    private let module: ModuleDescriptor
    private let mediator: Switchboard
    private let validity: ContextValidity
    private let storage: StorageSource
    private let instance = Mutex<(any Module)?>(nil)

    init(
        _ module: ModuleDescriptor, mediator: Switchboard, storage: StorageSource,
        used: (@Sendable (ContextUse) -> Void)? = nil
    ) {
        validity = ContextValidity(used: used)
        self.module = module
        self.mediator = mediator
        self.storage = storage
    }

    func load() throws(PluginProblem) {
        let factory = try PluginLoader.load(module.name, of: module.library, try module.verifyContent())
        do {
            let context = ModuleContext(
                name: module.name, mediator: mediator, validity: validity, storage: storage, settings: module.settings)
            let made = try factory.module(context: context)
            instance.withLock { $0 = made }
        } catch {
            throw .notStarted(reason: error)
        }
    }

    func start() async throws -> Registration {
        guard let module = instance.withLock(\.self) else { preconditionFailure("it is loaded before it is started") }
        try await module.start()
        var registration = module.registration
        registration.context = validity
        return registration
    }

    func invalidate() { validity.end() }

    func stop() async {
        validity.endTasks()
        await instance.withLock(\.self)?.stop()
        await close()
    }

    func close() async { await storage.close() }
}

extension ModuleRuntime {
    /// Returns a function that creates runners of modules in the host's process.
    ///
    /// - Parameters:
    ///   - storage: returns the storage of a module, which is opened at its first use.
    ///   - used: receives the uses that modules make of their contexts.
    package static func runners(
        _ storage: @escaping @Sendable (_ module: String) -> StorageSource = { _ in
            StorageSource(unavailable: "this host keeps no data")
        }, used: (@Sendable (ContextUse) -> Void)? = nil
    ) -> Runners {
        { module, mediator, _ in
            InProcessRunner(module, mediator: mediator, storage: storage(module.name), used: used)
        }
    }
}
