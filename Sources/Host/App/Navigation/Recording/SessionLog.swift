import FoundationEssentials
@_spi(Host) import ModuleKit
import Platform
import Synchronization

/// The input and the navigation of a session, for a new recording or for the comparison with one.
final class SessionLog: Sendable {
    private enum Mode {
        case off
        case recording(RecordingFile, URLFilter)
        case replaying(Replay, URLFilter)
    }

    /// A closure that returns the shown form of a URL.
    typealias URLFilter = @Sendable (String) -> String

    private let mode = Mutex(Mode.off)

    /// Whether a recording is being made or replayed.
    var isOn: Bool {
        mode.withLock { if case .off = $0 { false } else { true } }
    }

    func begin(_ file: RecordingFile, showing redacted: @escaping URLFilter) {
        mode.withLock { $0 = .recording(file, redacted) }
    }

    /// Starts the comparison with a recording.
    func begin(_ replay: Replay, showing redacted: @escaping URLFilter) {
        mode.withLock { $0 = .replaying(replay, redacted) }
    }

    /// Ends the recording or the comparison.
    func end() { mode.withLock { $0 = .off } }

    /// Records or compares an event; the lines of a replay are the recording's own.
    func note(_ event: @autoclosure () -> LogEvent) {
        switch mode.withLock(\.self) {
        case .off: break
        case .recording(let file, let shown): file.append(event().naming(shown))
        case .replaying(let replay, let shown): replay.note(event().naming(shown))
        }
    }
}

/// One line of a recording: the person's input, or the navigator's action.
enum LogEvent: Sendable {
    /// A line of the shell; a sensitive value in its URL is redacted.
    case line(String, isRedacted: Bool)
    /// A line that answers a form or a page's question.
    case answer(String)
    /// An answer that is not stored, such as a password.
    case secret
    case command(NavigationCommand, url: String?, Feedback)
    /// A line failed, with this code.
    case failure(String)
}

extension LogEvent: Encodable {
    private enum Key: String, CodingKey { case line, answer, secret, command, url, feedback, failure }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .line(let text, let isRedacted):
            try container.encode(text, forKey: .line)
            if isRedacted { try container.encode(true, forKey: .secret) }
        case .answer(let text): try container.encode(text, forKey: .answer)
        case .secret: try container.encode(true, forKey: .secret)
        case .command(let command, let url, let feedback):
            try container.encode(command, forKey: .command)
            try container.encodeIfPresent(url, forKey: .url)
            try container.encode(feedback, forKey: .feedback)
        case .failure(let code): try container.encode(code, forKey: .failure)
        }
    }

    /// Returns the event with the redacted forms of the URLs in its command.
    func naming(_ shown: (String) -> String) -> LogEvent {
        guard case .command(let command, let url, let feedback) = self else { return self }
        return .command(command.naming(shown), url: url, feedback.naming(shown))
    }

    /// The event as a tree, for comparison with another one.
    var tree: JSONValue? {
        guard let text = try? JSONText.encode(self) else { return nil }
        return try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    }
}
