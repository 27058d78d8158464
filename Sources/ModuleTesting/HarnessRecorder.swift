@_spi(Host) import HostKit
@_spi(Host) public import ModuleKit
import Synchronization

/// A recorder of a harness's requests, traces and log; a test can wait until they change.
final class HarnessRecorder: MediationObserver {
    private struct State {
        var requests: [SentRequest] = []
        var traces: [Trace] = []
        var log: [LogRecord] = []
        var subscriptions: Set<String> = []
    }

    private let state = Recorded(State())

    var requests: [SentRequest] { state.read(\.requests) }
    var traces: [Trace] { state.read(\.traces) }
    var log: [LogRecord] { state.read(\.log) }

    /// Records a request that the module under test sends through its context.
    func note(_ use: ContextUse) {
        guard case .request(let verb, let url, let body, let origin, _) = use else { return }
        state.change { $0.requests.append(SentRequest(verb: verb, url: url, body: body, origin: origin)) }
    }

    /// Records an event that another module or the test publishes, if the module under test subscribes to it.
    func note(_ event: String, _ value: Payload, to module: any Module.Type) {
        guard let contracts = ContractRecorder.shared, state.read(\.subscriptions).contains(event) else { return }
        contracts.noteEvent(event, value, to: module.info.name)
    }

    func note(_ subscriptions: [Subscription]) {
        state.change { $0.subscriptions = Set(subscriptions.map(\.event)) }
    }

    var wantsTraces: Bool { true }
    var logLevel: LogLevel? { .debug }

    func requestEnded(_ trace: Trace) { state.change { $0.traces.append(trace) } }

    func logged(_ record: LogRecord) { state.change { $0.log.append(record) } }
}

/// A growing state whose readers can follow its changes; `Live` would copy the whole state at each change.
final class Recorded<State: Sendable>: Sendable {
    private let state: Mutex<State>
    private let changes = Live<UInt64>(0)

    init(_ state: State) { self.state = Mutex(state) }

    /// Returns a part of the state. Code that follows the live values that it reads also follows this state.
    func read<Value: Sendable>(_ body: @Sendable (State) -> Value) -> Value {
        // The counter of changes is read before the state, so that a change between the two lines is noticed.
        _ = changes.value
        return state.withLock { body($0) }
    }

    @discardableResult
    func change<Value: Sendable>(_ body: @Sendable (inout State) -> Value) -> Value {
        let value = state.withLock { body(&$0) }
        changes.update { $0 += 1 }
        return value
    }
}

/// A request that a module sent through its context.
public struct SentRequest: Sendable, Equatable {
    /// The verb of the request.
    public let verb: Request.Verb
    /// The URL as the module wrote it.
    public let url: RouteURL
    /// The body of a call, if it had one.
    public let body: Payload?
    /// The origin: the module, or the caller on whose behalf the module sent the request.
    public let origin: Origin
}
