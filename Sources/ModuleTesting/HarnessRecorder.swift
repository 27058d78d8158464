@_spi(Host) import ModuleKit
import Synchronization

/// The records of a harness, for which a test can wait.
final class HarnessRecorder: MediationObserver {
    private struct State {
        var requests: [SentRequest] = []
        var traces: [Trace] = []
        var log: [LogRecord] = []
    }

    private let state = Recorded(State())

    var requests: [SentRequest] { state.read(\.requests) }
    var traces: [Trace] { state.read(\.traces) }
    var log: [LogRecord] { state.read(\.log) }

    @Sendable func sent(_ request: SentRequest) { state.change { $0.requests.append(request) } }

    var wantsTraces: Bool { true }
    var logLevel: LogLevel? { .debug }

    func requestEnded(_ trace: Trace) { state.change { $0.traces.append(trace) } }

    func noticed(_ note: MediationNote) {}

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
