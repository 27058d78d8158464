import FoundationEssentials
@_spi(Host) import ModuleKit
import ModuleTesting
import Synchronization

/// The module's side of the connection: it loads the module, and runs its code for the host.
///
/// Its mediator has no routes: whatever the module asks for goes to the host.
final class ModuleService: PeerService {
    private struct State {
        var module: (any Module)?
        var mediator: Switchboard?
        var code = RegisteredCode(Registration(owner: ""))
        var registration = Registration(owner: "")
    }

    private let validity = ContextValidity()
    private let storage: @Sendable (_ module: String) -> StorageSource
    private let opened = Mutex<StorageSource?>(nil)
    private let state = Mutex(State())

    init(storage: @escaping @Sendable (_ module: String) -> StorageSource) { self.storage = storage }

    func answer(_ ask: Ask, to peer: Peer) async throws -> FrameEncoder {
        var (fields, answer) = (ask.fields, ask.answer)
        do {
            switch ask.method {
            case .load: try load(&fields, &answer, peer)
            case .start: answer.write(try PageJSON.bytes(try await start()))
            case .stop: await stop()
            case .route:
                let (number, request) = (try fields.integer(), try request(&fields, peer))
                try peer.write(try await code.answer(to: request, by: number), to: &answer)
            case .interceptor:
                let (number, request) = (try fields.integer(), try request(&fields, peer))
                try peer.write(try await code.decide(on: request, by: number), on: request, to: &answer)
            case .outcome:
                let (number, request) = (try fields.integer(), try request(&fields, peer))
                let shown = try peer.outcome(&fields)
                let outcome = await code.see(shown, of: request, by: number)
                let isOther = !shown.isSame(as: outcome)
                answer.write(isOther)
                if isOther { try peer.write(outcome, to: &answer) }
            case .subscription:
                let number = try fields.integer()
                try await code.receive(try peer.payload(&fields), by: number)
            case .progress:
                let number = try fields.number()
                let (sent, total) = (try fields.integer(), try fields.integer())
                if case .progress(let report)? = peer.references[number] { report(sent, total) }
            case .message, .nextElement, .resume: try await peer.answerReference(ask, &answer)
            case .conclude, .canOpen, .labelledRoutes, .publish, .webService, .redeclare: throw FrameError.malformed
            }
        } catch {
            peer.references.releaseAll(of: answer)
            throw error
        }
        return answer
    }

    private var code: RegisteredCode { state.withLock { $0.code } }

    private func request(_ fields: inout FrameDecoder, _ peer: Peer) throws -> Request {
        let mediator = state.withLock { $0.mediator }
        return try peer.requestImage(&fields).request { mediator?.shown($0) ?? $0 }
    }

    /// Loads the module; a refusal is an answer, since the host acts on its reason.
    private func load(_ fields: inout FrameDecoder, _ answer: inout FrameEncoder, _ peer: Peer) throws {
        let version = try fields.number()
        answer.write(WireProtocol.version)
        // The host says what is wrong.
        guard version == WireProtocol.version else { return }
        let level = LogLevel(rawValue: try fields.text())
        var image = ImageReader(try fields.data()[...])
        let descriptor = try image.module()
        let factory: ModuleFactory
        do throws(PluginProblem) {
            factory = try PluginLoader.load(descriptor.library, try descriptor.verifyContent())
        } catch {
            answer.write(true)
            return answer.write(try PageJSON.bytes(error))
        }
        try make(factory, level, peer)
        answer.write(false)
    }

    private func make(_ factory: ModuleFactory, _ level: LogLevel?, _ peer: Peer) throws {
        let name = factory.info.name
        let mediator = Switchboard(
            navigator: RecordingNavigator(), observer: HostLog(peer, level), notingIn: nil,
            relay: HostRelay(peer, self))
        let source = storage(name)
        opened.withLock { $0 = source }
        let context = ModuleContext(name: name, mediator: mediator, validity: validity, storage: source)
        let module = try factory.module(context: context)
        state.withLock { ($0.module, $0.mediator) = (module, mediator) }
    }

    private func start() async throws -> DeclaredModule {
        guard let module = state.withLock(\.module) else { throw FrameError.malformed }
        try await module.start()
        var registration = module.registration
        registration.context = validity
        let mediator = state.withLock { state in
            (state.registration, state.code) = (registration, RegisteredCode(registration))
            return state.mediator
        }
        // Here they are for redaction and `redeclare` alone; the host refuses what is wrong with them.
        try? mediator?.register(registration)
        return DeclaredModule(registration)
    }

    private func stop() async {
        validity.endTasks()
        await state.withLock(\.module)?.stop()
        await opened.withLock(\.self)?.close()
    }

    /// Puts new interceptors and subscriptions behind the earlier ones, which requests may still run.
    ///
    /// - Returns: the numbers of the first ones.
    func extend(_ registration: Registration) -> (interceptors: Int, subscriptions: Int) {
        state.withLock { state in
            let first = (state.registration.interceptors.count, state.registration.subscriptions.count)
            state.registration.interceptors += registration.interceptors
            state.registration.subscriptions += registration.subscriptions
            state.code = RegisteredCode(state.registration)
            return first
        }
    }

    func take(_ notice: Notice, _ fields: FrameDecoder, from peer: Peer) throws {
        var fields = fields
        _ = try fields.number()
        switch notice {
        case .invalidate: validity.end()
        case .elements, .release, .endIteration: try peer.takeReference(notice, &fields)
        case .log, .redact: throw FrameError.malformed
        }
    }
}

/// Passes what a module asks for on to the host.
private struct HostRelay: MediatorRelay {
    private let peer: Peer
    private let service: ModuleService

    init(_ peer: Peer, _ service: ModuleService) {
        self.peer = peer
        self.service = service
    }

    func conclude(_ request: RelayedRequest) async throws(RequestError) -> RequestOutcome {
        if let context = request.options.context, !(context is WebServiceCall) {
            throw RequestError(.contextRefused(url: request.url, origin: request.origin))
        }
        do {
            var answer = try await peer.ask(.conclude) { try peer.write(request, to: &$0) }
            return try peer.requestOutcome(&answer)
        } catch {
            throw Self.requestError(error, request.url)
        }
    }

    private static func requestError(_ error: any Error, _ url: String) -> RequestError {
        error as? RequestError ?? RequestError(.stageFailed(url: url, stage: .lookUp, reason: Thrown(error)))
    }

    func availability(of url: String, for verb: Request.Verb, origin: Origin) throws(RequestError) -> Availability {
        do {
            var answer = try peer.askBlocking(.canOpen) { frame in
                frame.write(url)
                frame.write(verb)
                frame.write(origin)
            }
            return try FrameDecoder.known(Availability(rawValue: try answer.text()))
        } catch {
            throw Self.requestError(error, url)
        }
    }

    func routes(labelled label: String, origin: Origin) -> [LabelledRoute] {
        let answer = try? peer.askBlocking(.labelledRoutes) { frame in
            frame.write(label)
            frame.write(origin)
        }
        guard var answer else { return [] }
        return (try? answer.list { try $0.labelledRoute() }) ?? []
    }

    func publish(_ event: String, _ value: Payload) async -> Delivery {
        do {
            // A cancelled task still notifies all subscribers.
            return try await Task { [peer] in
                var answer = try await peer.ask(.publish) { frame in
                    frame.write(event)
                    try peer.write(value, to: &frame)
                }
                return try answer.delivery()
            }.value
        } catch {
            return Delivery(event: event)
        }
    }

    func webService(_ name: String) throws(WebServiceError) -> String {
        do {
            var answer = try peer.askBlocking(.webService) { $0.write(name) }
            return try answer.text()
        } catch {
            throw error as? WebServiceError ?? .notConfigured(configured: [])
        }
    }

    func redact(_ names: Set<String>, below base: String) {
        guard !names.isEmpty else { return }
        peer.tell(.redact) { frame in
            frame.write(list: names.sorted())
            frame.write(base)
        }
    }

    func redeclare(_ registration: Registration) throws(RegistrationError) {
        let first = service.extend(registration)
        do {
            _ = try peer.askBlocking(.redeclare) { frame in
                frame.write(first.interceptors)
                frame.write(first.subscriptions)
                frame.write(try PageJSON.bytes(DeclaredModule(registration)))
            }
        } catch {
            // The faults of the declarations themselves were found on this side.
            throw .refused(reason: RequestError.words(error))
        }
    }
}

/// Sends the records of the module's log to the host.
private final class HostLog: MediationObserver {
    /// How much of the log waits for a host that reads slower than the module writes, in bytes.
    private static let waitingLimit = 8 << 20

    private let peer: Peer
    let logLevel: LogLevel?
    /// How many records the host does not know of.
    private let missing = Atomic(0)

    init(_ peer: Peer, _ level: LogLevel?) {
        self.peer = peer
        logLevel = level
    }

    var wantsTraces: Bool { false }

    func requestEnded(_ trace: Trace) {}

    func noticed(_ note: MediationNote) {}

    func logged(_ record: LogRecord) {
        guard send(record) else {
            missing.add(1, ordering: .relaxed)
            return
        }
        let count = missing.exchange(0, ordering: .relaxed)
        guard count > 0 else { return }
        let text = "\(count) records are missing: they came faster than the host shows them; log less at a time"
        if !send(LogRecord(.warning, text, from: record.module)) { missing.add(count, ordering: .relaxed) }
    }

    /// Sends a record that can be sent, and returns `false` if too many wait.
    private func send(_ record: LogRecord) -> Bool {
        guard let values = try? PageJSON.bytes(record.values) else { return true }
        return peer.tell(.log, waitingAtMost: Self.waitingLimit) { frame in
            frame.write(record.level.rawValue)
            frame.write(record.message)
            frame.write(values)
        }
    }
}
