import Synchronization
@_spi(Host) import ModuleKit

/// Runs a module in the host's own process.
final class InProcessRunner: ModuleRunner {
    private let module: KnownModule
    private let mediator: Switchboard
    private let validity = ContextValidity()
    private let instance = Mutex<(any Module)?>(nil)

    init(_ module: KnownModule, mediator: Switchboard) {
        self.module = module
        self.mediator = mediator
    }

    func load() throws(LoadError) {
        try module.verifyContent()
        let factory = try PluginLoader.load(module.library)
        do {
            let context = ModuleContext(name: module.name, mediator: mediator, validity: validity)
            let made = try factory.module(context: context)
            instance.withLock { $0 = made }
        } catch {
            throw .notStarted(reason: error)
        }
    }

    func start() async throws -> Registration {
        guard let module = instance.withLock(\.self) else { preconditionFailure("it is loaded before it is started") }
        try await module.start()
        return module.registration
    }

    func invalidate() { validity.end() }

    func stop() async { await instance.withLock(\.self)?.stop() }
}

/// Makes runners that run modules in the host's own process.
struct InProcessRunnerFactory: ModuleRunnerFactory {
    func runner(for module: KnownModule, mediator: Switchboard) -> any ModuleRunner {
        InProcessRunner(module, mediator: mediator)
    }
}
