@_spi(Host) import ModuleKit
import Synchronization

/// The side of the connection in the module's process. It loads the module, and runs the module's code for the host.
///
/// The module's mediator in this process does not answer requests: it sends all requests to the host.
final class ModuleService: PeerService {
    private struct State {
        var runner: (any ModuleRunner)?
        var mediator: Switchboard?
        var registration = Registration(owner: "")
    }

    private let storage: @Sendable (_ module: String) -> StorageSource
    private let state = Mutex(State())

    init(storage: @escaping @Sendable (_ module: String) -> StorageSource) { self.storage = storage }

    func answer(_ ask: Ask, to peer: Peer) async throws -> FrameEncoder {
        switch ask.method {
        case .load:
            let (_, level, module) = try Messages.load.fields(of: ask)
            return try peer.answer(ask, Messages.load, load(module, LogLevel(rawValue: level), peer))
        case .start: return try peer.answer(ask, Messages.start, try await start())
        case .stop:
            await state.withLock(\.runner)?.stop()
            return try peer.answer(ask, Messages.stop, FrameNothing())
        case .route:
            let (number, image) = try Messages.route.fields(of: ask)
            return try peer.answer(
                ask, Messages.route, try await code.answer(to: try request(image), by: number))
        case .interceptor:
            let (number, image) = try Messages.interceptor.fields(of: ask)
            let request = try request(image)
            let decision = try await code.decide(on: request, by: number)
            return try peer.answer(ask, Messages.interceptor, try SentDecision(decision, on: request))
        case .outcome:
            let (number, image, shown) = try Messages.outcome.fields(of: ask)
            let outcome = await code.see(shown, of: try request(image), by: number)
            return try peer.answer(ask, Messages.outcome, shown.isSame(as: outcome) ? nil : outcome)
        case .subscription:
            let (number, value) = try Messages.subscription.fields(of: ask)
            try await code.receive(value, by: number)
            return try peer.answer(ask, Messages.subscription, FrameNothing())
        case .progress:
            let (number, sent, total) = try Messages.progress.fields(of: ask)
            if case .progress(let report)? = peer.references[number] { report(sent, total) }
            return try peer.answer(ask, Messages.progress, FrameNothing())
        default: return try await peer.answerReference(ask)
        }
    }

    private var code: Registration { state.withLock { $0.registration } }

    private func request(_ image: RequestImage) throws -> Request {
        let mediator = state.withLock { $0.mediator }
        return try image.request { mediator?.shown($0) ?? $0 }
    }

    /// Loads the module. A problem is returned, not thrown: the host needs it as a `PluginProblem`.
    private func load(_ module: ModuleDescriptor, _ level: LogLevel?, _ peer: Peer) -> PluginProblem? {
        let runner = prepare(peer, level) { InProcessRunner(module, mediator: $0, storage: storage(module.name)) }
        do throws(PluginProblem) {
            try runner.load()
            return nil
        } catch {
            return error
        }
    }

    /// Creates the module's mediator and runner before the module's code runs, so that the host can end the module's
    /// rights while that code runs.
    func prepare<Runner: ModuleRunner>(_ peer: Peer, _ level: LogLevel?, _ make: (Switchboard) -> Runner) -> Runner {
        let mediator = Switchboard(
            navigator: NavigationPlanner(), observer: HostLog(peer, level), notingIn: nil,
            relay: HostRelay(peer: peer, service: self))
        let runner = make(mediator)
        state.withLock { ($0.runner, $0.mediator) = (runner, mediator) }
        return runner
    }

    private func start() async throws -> Manifest {
        guard let runner = state.withLock(\.runner) else { throw FrameError.malformed }
        let registration = try await runner.start()
        let mediator = state.withLock { state in
            state.registration = registration
            return state.mediator
        }
        // The mediator needs the registration only for redaction and `redeclare`. The host checks it,
        // so an error is ignored here.
        try? mediator?.register(registration)
        return Manifest(registration, hasValues: true)
    }

    /// Adds new interceptors and subscriptions after the earlier ones, which requests may still use. Returns the
    /// numbers of the first new interceptor and the first new subscription.
    func extend(_ registration: Registration) -> (interceptors: Int, subscriptions: Int) {
        state.withLock { state in
            let first = (state.registration.interceptors.count, state.registration.subscriptions.count)
            state.registration.interceptors += registration.interceptors
            state.registration.subscriptions += registration.subscriptions
            return first
        }
    }

    func take(_ notice: Ask, from peer: Peer) throws {
        guard case .invalidate = notice.method else { return try peer.takeReference(notice) }
        state.withLock(\.runner)?.invalidate()
    }
}

/// The relay of the module's requests to the host.
private struct HostRelay: MediatorRelay {
    let peer: Peer
    let service: ModuleService

    func relay(_ request: RelayedRequest) async throws(RequestError) -> RequestOutcome {
        if let context = request.options.context, !(context is WebServiceCall) {
            throw RequestError(.contextRefused(url: request.url, origin: request.origin))
        }
        do {
            let progress = (request.options.context as? WebServiceCall)?.progress
            return try await peer.ask(
                Messages.conclude, request, progress.map { .own(.progress($0)) }, request.options.style)
        } catch {
            throw Self.requestError(error, request.url)
        }
    }

    private static func requestError(_ error: any Error, _ url: String) -> RequestError {
        error as? RequestError ?? RequestError(.stageFailed(url: url, stage: .lookUp, reason: Thrown(error)))
    }

    func availability(of url: String, for verb: Request.Verb, origin: Origin) throws(RequestError) -> Availability {
        do {
            return try peer.askBlocking(Messages.canOpen, url, verb, origin)
        } catch {
            throw Self.requestError(error, url)
        }
    }

    func routes(labelled label: String, origin: Origin) -> [LabelledRoute] {
        (try? peer.askBlocking(Messages.labelledRoutes, label, origin)) ?? []
    }

    func publish(_ event: String, _ value: Payload, reach: EventReach) async -> Delivery {
        do {
            // A cancelled task still notifies all subscribers.
            return try await Task { [peer] in try await peer.ask(Messages.publish, event, value, reach == .fleet) }
                .value
        } catch {
            return Delivery(event: event)
        }
    }

    func webService(_ name: String) throws(WebServiceError) -> String {
        do {
            return try peer.askBlocking(Messages.webService, name)
        } catch {
            throw error as? WebServiceError ?? .notConfigured(configured: [])
        }
    }

    func redact(_ names: Set<String>, below base: String) {
        if !names.isEmpty { _ = try? peer.tell(Messages.redact, names.sorted(), base) }
    }

    func redeclare(_ registration: Registration) throws(RegistrationError) {
        let first = service.extend(registration)
        do {
            try peer.askBlocking(
                Messages.redeclare, first.interceptors, first.subscriptions, Manifest(registration))
        } catch {
            // This side has already checked the declarations. Therefore, the host refused the declarations, or is gone.
            throw .refused(reason: RequestError.words(error))
        }
    }
}

/// The observer that sends the records of the module's log to the host.
private final class HostLog: MediationObserver {
    /// The largest size of log records that wait to be sent, in bytes. The host may read slower than the module writes.
    private static let waitingLimit = 8 << 20

    private let peer: Peer
    let logLevel: LogLevel?
    /// The number of records that were not sent.
    private let missing = Atomic(0)

    init(_ peer: Peer, _ level: LogLevel?) {
        self.peer = peer
        logLevel = level
    }

    var wantsTraces: Bool { false }

    func requestEnded(_ trace: Trace) {}

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

    /// Sends a record. Returns `false` if it cannot be sent, or if too many bytes wait.
    private func send(_ record: LogRecord) -> Bool {
        let isSent = try? peer.tell(
            Messages.log, record.level, record.message, FrameJSON(record.values), waitingAtMost: Self.waitingLimit)
        return isSent ?? false
    }
}
