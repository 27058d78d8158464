import Dispatch
@_spi(Host) package import ModuleKit
import Platform
import Synchronization

/// The runner of a module in a separate process. The module's code is the same as in the host's process.
final class IsolatedRunner: ModuleRunner {
    private let module: ModuleDescriptor
    private let mediator: Switchboard
    private let setup: ModuleProcess.Setup
    private let service: HostService
    private let process: ModuleProcess
    private let peer = Mutex<Peer?>(nil)
    private let crashed: @Sendable (any ModuleRunner, ModuleCrash) async -> Void

    init(
        _ module: ModuleDescriptor, mediator: Switchboard, _ setup: ModuleProcess.Setup,
        crashed: @escaping @Sendable (any ModuleRunner, ModuleCrash) async -> Void
    ) {
        self.module = module
        self.mediator = mediator
        self.setup = setup
        self.crashed = crashed
        service = HostService(module.info, mediator: mediator, tested: module.isolation?.tested)
        process = ModuleProcess(module)
    }

    func load() throws(PluginProblem) {
        do {
            try module.verifyContent()
            let peer = try process.start(setup) { [service] socket in
                Peer(socket, service, isModule: false)
            } ended: { [self] crash in
                // The connection's thread may block, because it has nothing else to do.
                let isDone = DispatchSemaphore(value: 0)
                BlockingExecutor.task {
                    await self.crashed(self, crash)
                    isDone.signal()
                }
                isDone.wait()
            }
            self.peer.withLock { $0 = peer }
            let level = mediator.logLevel?.rawValue ?? ""
            let problem = try peer.askBlocking(Messages.load, WireVersion(), level, module.forLoading)
            if let problem { throw problem }
        } catch {
            process.kill()
            throw error as? PluginProblem ?? .notStarted(reason: error)
        }
    }

    func start() async throws -> Registration {
        guard let peer = peer.withLock(\.self) else { throw PeerError.ended }
        let declared = try await peer.ask(Messages.start)
        var registration = declared.registration(of: module.name, RemoteCode(peer: peer))
        registration.context = service.validity
        return registration
    }

    func invalidate() {
        service.validity.end()
        _ = try? peer.withLock(\.self)?.tell(Messages.invalidate)
    }

    /// Stops the module, and ends its process.
    func stop() async {
        let isRunning = process.willStop()
        do {
            _ = try await peer.withLock(\.self)?.ask(Messages.stop)
        } catch let crash as ModuleCrash {
            // If the process had ended before, this error is an earlier crash, and not a crash of `stop()`.
            if isRunning { setup.report("\(crash.found) during its stop(); report it to the module's author") }
        } catch {}
        await close()
    }

    func close() async {
        process.kill()
        await BlockingExecutor.run { [process] in process.waitForEnd() }
    }
}

extension ModuleRuntime {
    /// Returns a function that creates runners in the host's process, and in separate processes for isolated modules.
    ///
    /// - Parameters:
    ///   - storage: returns the storage of a module in the host's process.
    ///   - used: receives the uses that modules in the host's process make of their contexts.
    ///   - executable: the host's executable, which also runs isolated modules.
    ///   - environment: the additional environment variables of isolated modules' processes.
    ///   - report: receives each line that isolated modules print, after the module's name.
    package static func isolatingRunners(
        _ storage: @escaping @Sendable (_ module: String) -> StorageSource,
        used: (@Sendable (ContextUse) -> Void)? = nil, executable: String = Executable.path,
        environment: [String: String] = [:], report: @escaping @Sendable (_ line: String) -> Void
    ) -> Runners {
        let inProcess = runners(storage, used: used)
        let setup = ModuleProcess.Setup(executable: executable, environment: environment, report: report)
        return { module, mediator, crashed in
            module.isolation == nil
                ? inProcess(module, mediator, crashed)
                : IsolatedRunner(module, mediator: mediator, setup, crashed: crashed)
        }
    }
}
