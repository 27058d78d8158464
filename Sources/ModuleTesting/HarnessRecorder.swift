@_spi(Host) import HostKit
@_spi(Host) public import ModuleKit
import Synchronization

/// The records of a harness, for which a test can wait.
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

    /// Notes what the module under test does through its context.
    func note(_ use: ContextUse) {
        guard case .request(let verb, let url, let body, let origin, _) = use else { return }
        state.change { $0.requests.append(SentRequest(verb: verb, url: url, body: body, origin: origin)) }
    }

    /// Notes an event that others publish, if the module under test subscribes to it.
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

/// A state that grows, with its changes to be followed: a `Live` of the state would copy it at each change.
final class Recorded<State: Sendable>: Sendable {
    private let state: Mutex<State>
    private let changes = Live<UInt64>(0)

    init(_ state: State) { self.state = Mutex(state) }

    /// Returns a part of the state; what reads it follows its changes.
    func read<Value: Sendable>(_ body: @Sendable (State) -> Value) -> Value {
        // A change after this line is noted, also one before the next line.
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
    /// The kind of answer that the module wanted.
    public let verb: Request.Verb
    /// The URL as the module wrote it.
    public let url: RouteURL
    /// The body of a call, if it had one.
    public let body: Payload?
    /// The origin: the module, or the caller on whose behalf the module asked.
    public let origin: Origin
}
