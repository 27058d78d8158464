@_spi(Host) import ModuleKit
import PluginRuntime
import Synchronization

/// The log of a session's input and navigation. It is written as a new recording, or compared with a recording.
final class SessionLog: Sendable {
    private enum Mode {
        case off
        case recording(LineFile, Console)
        case replaying(Replay)
    }

    /// A closure that returns the redacted form of a URL.
    typealias URLFilter = @Sendable (String) -> String

    /// A struct: a closure in a tuple or an optional would get another wrapper at each call of `withLock`.
    private struct State {
        var mode = Mode.off
        var shown: URLFilter = { $0 }
    }

    private let state = Mutex(State())

    /// Whether a recording is being made or replayed.
    var isOn: Bool { state.withLock { if case .off = $0.mode { false } else { true } } }

    /// Starts a recording into a file.
    func begin(_ file: LineFile, _ console: Console, showing redacted: @escaping URLFilter) {
        state.withLock { $0 = State(mode: .recording(file, console), shown: redacted) }
    }

    /// Starts the comparison with a recording.
    func begin(_ replay: Replay, showing redacted: @escaping URLFilter) {
        state.withLock { $0 = State(mode: .replaying(replay), shown: redacted) }
    }

    /// Ends the recording or the comparison.
    func end() { state.withLock { $0.mode = .off } }

    /// Records an event, or compares it with the recording that is replayed.
    func note(_ event: @autoclosure () -> LogEvent) {
        let state = state.withLock(\.self)
        switch state.mode {
        case .off: break
        case .recording(let file, let console):
            do throws(Failure) {
                file.append(try JSONText.line(event().naming(state.shown)), console: console)
            } catch {
                console.report(error)
            }
        case .replaying(let replay): replay.note(event().naming(state.shown))
        }
    }
}

/// One line of a recording: the user's input, the navigator's action, or a failure.
enum LogEvent: Sendable, Encodable {
    /// A line of the shell; a sensitive value in its URL is redacted.
    case line(String, isRedacted: Bool)
    /// A line that answers a form or a page's question.
    case answer(String)
    /// An answer that is not stored, such as a password.
    case secret
    case command(NavigationCommand, url: String?, Feedback)
    /// The code of a failed line.
    case failure(String)

    /// Creates the event of a navigator's action. If a page's URL contains a secret, its title and content are not
    /// recorded, because they may also contain the secret.
    ///
    /// - Parameters:
    ///   - feedback: the feedback; the recording has only the top page of its stack.
    ///   - top: the page on top after the command.
    init(_ command: NavigationCommand, for request: Request?, _ feedback: Feedback, top: PageStack.Item?) {
        let isRedacted = request.map { $0.shownURL != $0.url.text } ?? false
        var entries = feedback.entries
        if let top, top.isRedacted, entries.last?.identity == top.entry.identity {
            entries[entries.count - 1] = Self.entry(of: top)
        }
        self = .command(
            isRedacted ? command.mapPages { _ in Page("") {} } : command, url: request?.shownURL,
            Feedback(feedback.outcome, entries: entries, tab: feedback.tab, next: feedback.next))
    }

    /// Returns the recorded form of a page on the stack.
    static func entry(of item: PageStack.Item) -> StackEntry {
        item.isRedacted ? StackEntry(url: item.entry.url, title: "", style: item.entry.style) : item.entry
    }

    /// Returns the event with the redacted forms of the URLs in its command.
    fileprivate func naming(_ shown: (String) -> String) -> LogEvent {
        guard case .command(let command, let url, let feedback) = self else { return self }
        return .command(command.naming(shown), url: url, feedback.naming(shown))
    }

    func encode(to encoder: any Encoder) throws {
        let members: [String: (any Encodable)?] =
            switch self {
            case .line(let text, let isRedacted): ["line": text, "secret": isRedacted ? true : nil]
            case .answer(let text): ["answer": text]
            case .secret: ["secret": true]
            case .command(let command, let url, let feedback): ["command": command, "url": url, "feedback": feedback]
            case .failure(let code): ["failure": code]
            }
        try JSONObject(members).encode(to: encoder)
    }
}
