import ModuleKit
import Synchronization

/// What is typed and navigated in a session, for a recording that is made or one that is held against it.
final class SessionLog: Sendable {
    private enum Mode {
        case off
        case recording(RecordingFile)
        case replaying(Replay)
    }

    private let mode = Mutex(Mode.off)

    /// Whether a recording is being made or replayed.
    var isOn: Bool {
        mode.withLock { if case .off = $0 { false } else { true } }
    }

    /// Begins a recording, or a replay.
    func begin(_ file: RecordingFile) { mode.withLock { $0 = .recording(file) } }

    /// Holds what happens against a recording.
    func begin(_ replay: Replay) { mode.withLock { $0 = .replaying(replay) } }

    /// Ends either.
    func end() { mode.withLock { $0 = .off } }

    /// Notes what happened; the lines of a replay are the recording's own.
    func note(_ event: @autoclosure () -> LogEvent) {
        switch mode.withLock(\.self) {
        case .off: break
        case .recording(let file): file.append(event())
        case .replaying(let replay): replay.note(event())
        }
    }
}
