@_spi(Host) package import ModuleKit
import Synchronization

/// Runs one generation of a module, in this process or in one of its own.
///
/// The steps of its life come once, in the order of the functions. A crash of a module in the host's process ends the host.
package protocol ModuleRunner: Sendable {
    /// Loads the code and creates the module.
    func load() throws(PluginProblem)

    /// Starts the module, and returns all its declarations.
    func start() async throws -> Registration

    /// Ends the module's right to ask for anything.
    func invalidate()

    /// Stops the module, then closes its storage.
    func stop() async

    /// Closes the storage of a module whose code does not end. Further calls have no effect.
    func close() async

    /// Sets a closure for a crash of the module's process; a module in the host's process never calls it.
    ///
    /// The requests that the crash ended wait until the closure returns.
    func whenCrashed(_ body: @escaping @Sendable (ModuleCrash) async -> Void)
}

extension ModuleRunner {
    package func whenCrashed(_ body: @escaping @Sendable (ModuleCrash) async -> Void) {}
}

/// Makes runners: the one place that decides in which process a module's code runs.
package protocol ModuleRunnerFactory: Sendable {
    func runner(for module: ModuleDescriptor, mediator: Switchboard) -> any ModuleRunner
}

/// Runs a module in the host's own process.
final class InProcessRunner: ModuleRunner {
    private let module: ModuleDescriptor
    private let mediator: Switchboard
    private let validity = ContextValidity()
    private let storage: StorageSource
    private let instance = Mutex<(any Module)?>(nil)

    init(_ module: ModuleDescriptor, mediator: Switchboard, storage: StorageSource) {
        self.module = module
        self.mediator = mediator
        self.storage = storage
    }

    func load() throws(PluginProblem) {
        let factory = try PluginLoader.load(module.name, of: module.library, try module.verifyContent())
        do {
            let context = ModuleContext(name: module.name, mediator: mediator, validity: validity, storage: storage)
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

/// Makes runners that run modules in the host's own process.
package struct InProcessRunnerFactory: ModuleRunnerFactory {
    private let storage: @Sendable (_ module: String) -> StorageSource

    /// Creates a factory.
    ///
    /// - Parameter storage: returns the storage of a module, which is opened at its first use.
    package init(
        storage: @escaping @Sendable (_ module: String) -> StorageSource = { _ in
            StorageSource(unavailable: "this host keeps no data")
        }
    ) {
        self.storage = storage
    }

    package func runner(for module: ModuleDescriptor, mediator: Switchboard) -> any ModuleRunner {
        InProcessRunner(module, mediator: mediator, storage: storage(module.name))
    }
}

/// The reason why a module does not run any more.
package enum ModuleEnd: Sendable, Equatable {
    case stopped
    case disabled
    /// The module runs in another process from its next start on.
    case changesProcess
    /// A module that this one requires was stopped.
    case stoppedWith(String)
    /// The module's file is gone, and the module is not installed.
    case removed
    case crashed(ModuleCrash)
}

extension ModuleEnd {
    /// Returns the event as a sentence without a remedy.
    package func reason(_ module: String) -> String {
        switch self {
        case .stopped: "\(module) was stopped"
        case .disabled: "\(module) was disabled"
        case .changesProcess: "\(module) was stopped to run in another process"
        case .stoppedWith(let other): "\(module) was stopped with \(other), which it requires"
        case .removed: "\(module) was removed"
        case .crashed(let crash): crash.found
        }
    }

    /// Returns a sentence on how the module's pages come back.
    package func remedy(_ module: String) -> String {
        switch self {
        case .stopped: "`module start \(module)` starts it again."
        case .disabled: "`module enable \(module)` enables it again."
        case .changesProcess: "Open the page again, which starts it there."
        case .stoppedWith(let other): "`module start \(other)` starts that one again."
        case .removed: "It runs again once its file is back, or it is installed."
        case .crashed: "Open the page again, which starts it anew."
        }
    }
}
