import FoundationEssentials
@_spi(Host) import ModuleKit
import Platform
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

/// One line of a recording: what the person typed, or what the navigator did.
enum LogEvent: Sendable {
    /// A line of the shell.
    case line(String)
    /// A line of the shell with a URL that holds a sensitive value, as far as it may be shown.
    case concealedLine(String)
    /// A line that a form or a page's question was answered with.
    case answer(String)
    /// An answer that is kept nowhere, such as a password.
    case secret
    /// What the navigator was given, and what it said.
    case command(NavigationCommand, url: String?, Feedback)
    /// A line failed, with this code.
    case failure(String)
}

extension LogEvent: Encodable {
    private enum Key: String, CodingKey { case line, answer, secret, command, url, feedback, failure }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .line(let text): try container.encode(text, forKey: .line)
        case .concealedLine(let text):
            try container.encode(text, forKey: .line)
            try container.encode(true, forKey: .secret)
        case .answer(let text): try container.encode(text, forKey: .answer)
        case .secret: try container.encode(true, forKey: .secret)
        case .command(let command, let url, let feedback):
            try container.encode(command, forKey: .command)
            try container.encodeIfPresent(url, forKey: .url)
            try container.encode(feedback, forKey: .feedback)
        case .failure(let code): try container.encode(code, forKey: .failure)
        }
    }

    /// The same with the URLs that a command names as they may be shown.
    func naming(_ shown: (String) -> String) -> LogEvent {
        guard case .command(let command, let url, let feedback) = self else { return self }
        return .command(command.naming(shown), url: url, feedback.naming(shown))
    }

    /// The event as a tree, which another can be compared with.
    var tree: JSONValue? {
        guard let text = try? JSONText.encode(self) else { return nil }
        return try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    }
}
