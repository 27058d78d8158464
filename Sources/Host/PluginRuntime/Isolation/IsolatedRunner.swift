import Dispatch
@_spi(Host) package import ModuleKit
import Platform
import Synchronization

/// Runs a module in a process of its own, unchanged.
final class IsolatedRunner: ModuleRunner {
    private let module: ModuleDescriptor
    private let mediator: Switchboard
    private let setup: ModuleProcess.Setup
    private let service: HostService
    private let process: ModuleProcess
    private let peer = Mutex<Peer?>(nil)
    private let crashed = Mutex<(@Sendable (ModuleCrash) async -> Void)?>(nil)

    init(_ module: ModuleDescriptor, mediator: Switchboard, _ setup: ModuleProcess.Setup) {
        self.module = module
        self.mediator = mediator
        self.setup = setup
        service = HostService(module.info, mediator: mediator)
        process = ModuleProcess(module)
    }

    func whenCrashed(_ body: @escaping @Sendable (ModuleCrash) async -> Void) { crashed.withLock { $0 = body } }

    func load() throws(PluginProblem) {
        do {
            try module.verifyContent()
            let peer = try process.start(setup) { [service] socket in
                Peer(socket, service, isModule: false)
            } ended: { [self] crash in
                guard let body = crashed.withLock(\.self) else { return }
                // This thread, that of the connection, has nothing else to do.
                let isDone = DispatchSemaphore(value: 0)
                BlockingExecutor.task {
                    await body(crash)
                    isDone.signal()
                }
                isDone.wait()
            }
            self.peer.withLock { $0 = peer }
            try load(peer)
        } catch let error as PluginProblem {
            process.kill()
            throw error
        } catch {
            process.kill()
            throw .notStarted(reason: error)
        }
    }

    private func load(_ peer: Peer) throws {
        let question = LoadQuestion(level: mediator.logLevel?.rawValue ?? "", module: module.forLoading)
        if let refusal = try peer.askBlocking(Messages.load, question).refusal {
            throw refusal.value
        }
    }

    func start() async throws -> Registration {
        let peer = try running()
        let declared = try await peer.ask(Messages.start).value
        var registration = declared.registration(of: module.name, RemoteCode(peer))
        registration.context = service.validity
        return registration
    }

    private func running() throws(PeerEnd) -> Peer {
        guard let peer = peer.withLock(\.self) else { throw PeerEnd() }
        return peer
    }

    func invalidate() {
        service.validity.end()
        peer.withLock(\.self)?.tell(Notices.invalidate, FrameNothing())
    }

    /// Stops the module, and ends its process.
    func stop() async {
        let isRunning = process.willStop()
        do {
            _ = try await peer.withLock(\.self)?.ask(Messages.stop)
        } catch let crash as ModuleCrash {
            // Requests in flight may have an earlier crash as their error.
            if isRunning { setup.report("\(crash.found) during its stop(); report it to the module's author") }
        } catch {}
        await close()
    }

    func close() async {
        process.kill()
        await BlockingExecutor.run { [process] in process.waitForEnd() }
    }
}

/// Makes runners in the host's process, and in processes of their own for isolated modules.
package struct RunnerFactory: ModuleRunnerFactory {
    private let inProcess: InProcessRunnerFactory
    private let setup: ModuleProcess.Setup

    /// Creates a factory.
    ///
    /// - Parameters:
    ///   - executable: the host's executable, which runs isolated modules, too.
    ///   - environment: the additional environment variables of their processes.
    ///   - report: receives each line that isolated modules print, behind the module's name.
    package init(
        _ inProcess: InProcessRunnerFactory, executable: String = Executable.path,
        environment: [String: String] = [:], report: @escaping @Sendable (_ line: String) -> Void
    ) {
        self.inProcess = inProcess
        setup = ModuleProcess.Setup(executable: executable, environment: environment, report: report)
    }

    package func runner(for module: ModuleDescriptor, mediator: Switchboard) -> any ModuleRunner {
        module.isolation == nil
            ? inProcess.runner(for: module, mediator: mediator) : IsolatedRunner(module, mediator: mediator, setup)
    }
}
