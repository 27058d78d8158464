@_spi(Host) import ModuleKit
@_spi(Host) import ModuleTesting
import Synchronization

@testable import Platform
@testable import PluginRuntime

/// Both sides of the connection to an isolated module, in the process of a test, which holds the module.
/// `Scripts/module.sh isolated` builds a library from it.
final class TestConnection: ModuleConnection {
    let mediator: Switchboard
    private let held: HeldModule
    private let host: HostService
    private let module = WitnessedService()
    private let peers: (host: Peer, module: Peer)

    init(_ info: ModuleInfo, _ mediator: Switchboard) throws {
        let (first, second) = try FrameSocket.pair()
        host = HostService(info, mediator: mediator)
        peers = (
            Peer(FrameSocket(first), host, isModule: false), Peer(FrameSocket(second), module, isModule: true)
        )
        held = module.service.prepare(peers.module, .debug) { HeldModule($0) }
        self.mediator = held.mediator
        for peer in [peers.host, peers.module] {
            let isStarted = BackgroundThread.start {
                peer.read()
                peer.asks.failAll(PeerError.ended)
            }
            guard isStarted else { throw PeerError.busy }
        }
    }

    func arrived(_ registration: Registration) async throws -> Registration {
        held.registration.withLock { $0 = registration }
        var arrived = try await peers.host.ask(Messages.start)
            .registration(of: registration.owner, RemoteCode(peer: peers.host))
        arrived.context = host.validity
        return arrived
    }

    func original(of error: any Error) -> any Error {
        guard let words = (error as? DescribedError)?.description else { return error }
        return module.errors.withLock { $0[words] } ?? error
    }

    deinit {
        host.validity.end()
        peers.host.close()
    }
}

/// The module of a test, which starts and stops the module itself.
private final class HeldModule: ModuleRunner {
    let mediator: Switchboard
    let registration = Mutex(Registration(owner: ""))

    init(_ mediator: Switchboard) { self.mediator = mediator }

    func load() {}
    func start() async -> Registration { registration.withLock { $0 } }
    func invalidate() {}
    func stop() async {}
    func close() async {}
}

/// The module's side, which records the errors that are sent as texts.
private final class WitnessedService: PeerService {
    let service = ModuleService { _ in StorageSource(unavailable: "the harness has the storage") }
    let errors = Mutex<[String: any Error]>([:])

    func answer(_ ask: Ask, to peer: Peer) async throws -> FrameEncoder {
        do {
            // A module may block its thread until the host has answered, and the answer needs a thread for tasks.
            return try await withTaskExecutorPreference(BlockingExecutor()) {
                try await service.answer(ask, to: peer)
            }
        } catch {
            errors.withLock { $0[RequestError.words(error)] = error }
            throw error
        }
    }

    func take(_ notice: Ask, from peer: Peer) throws { try service.take(notice, from: peer) }
}

/// The entry point of the library that the harness opens.
@c(switchboard_connection_v1)
public func connection(_ host: HostPointer) -> CInt {
    exportLibrary(to: host) { (test: (ModuleInfo, Switchboard)) throws -> any ModuleConnection in
        try TestConnection(test.0, test.1)
    }
}
