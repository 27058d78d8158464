import ModuleKit
import Synchronization

/// What is typed and navigated in a session, for a recording that is made or one that is held against it.
final class SessionLog: Sendable {
    private enum Mode {
        case off
        case recording(RecordingFile, Concealment)
        case replaying(Replay, Concealment)
    }

    /// How a URL may be shown.
    typealias Concealment = @Sendable (String) -> String

    private let mode = Mutex(Mode.off)

    /// Whether a recording is being made or replayed.
    var isOn: Bool {
        mode.withLock { if case .off = $0 { false } else { true } }
    }

    /// Begins a recording.
    func begin(_ file: RecordingFile, showing concealment: @escaping Concealment) {
        mode.withLock { $0 = .recording(file, concealment) }
    }

    /// Holds what happens against a recording.
    func begin(_ replay: Replay, showing concealment: @escaping Concealment) {
        mode.withLock { $0 = .replaying(replay, concealment) }
    }

    /// Ends either.
    func end() { mode.withLock { $0 = .off } }

    /// Notes what happened; the lines of a replay are the recording's own.
    func note(_ event: @autoclosure () -> LogEvent) {
        switch mode.withLock(\.self) {
        case .off: break
        case .recording(let file, let shown): file.append(event().naming(shown))
        case .replaying(let replay, let shown): replay.note(event().naming(shown))
        }
    }
}
