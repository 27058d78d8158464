@_spi(Host) import ModuleKit
import Synchronization

/// The input lines of the shell, and of the forms that are filled in.
final class ShellInput: Sendable {
    private let state: Mutex<(source: LineSource, number: Int)>
    private let console: Console
    private let log: SessionLog
    private let isRecordedConversation: Bool
    /// The reason why the input cannot answer a form; `nil` if it can.
    let whyUnattended: String?

    /// Creates the input from a source; `isConversation` is true if recorded lines were typed at a prompt.
    init(
        _ source: LineSource, console: Console, log: SessionLog, isConversation: Bool = false,
        whyUnattended: String? = nil
    ) {
        state = Mutex((source, 0))
        self.console = console
        self.log = log
        isRecordedConversation = isConversation
        self.whyUnattended = whyUnattended
    }

    /// Whether a form or a page may repeat a question: the user types the lines, or typed them for the recording.
    var isConversation: Bool { isInteractive || isRecordedConversation }

    /// Whether the user types the lines at a prompt.
    var isInteractive: Bool { state.withLock { if case .terminal = $0.source { true } else { false } } }

    /// Whether the user types the lines in an editor.
    var isEdited: Bool {
        state.withLock { if case .terminal(let reader) = $0.source { reader.isEditor } else { false } }
    }

    /// The number of the script's line that was read last; the first is 1. `nil` if the user types the lines.
    var number: Int? { isInteractive ? nil : state.withLock { $0.number } }

    /// Waits for the next line as the answer to a form or a page. Only one caller may wait at a time. With `isSecret`,
    /// the answer is neither displayed nor stored. `words` contains the possible answers, if they are few.
    func answer(prompt: String, isSecret: Bool = false, words: [String] = []) async -> LineEvent {
        let event = await next(LineRequest(prompt: prompt, purpose: .answer, isSecret: isSecret, words: words))
        if case .line(let text) = event { log.note(isSecret ? .secret : .answer(text)) }
        return event
    }

    /// Repeats a question until the answer is yes or no, and returns `yes` or `no`.
    func confirm(_ question: String) async -> LineEvent {
        let prompt = PlainText.line("\(question) (y/n) ", limit: 500)
        while true {
            let event = await answer(prompt: prompt, words: ["yes", "no"])
            guard case .line(let answer) = event else { return event }
            switch answer.lowercased().filter({ !$0.isWhitespace }) {
            case "y", "yes": return .line("yes")
            case "n", "no": return .line("no")
            default: continue
            }
        }
    }

    /// Waits for the next line of the shell. Only one caller may wait at a time.
    func next(prompt: String) async -> LineEvent { await next(LineRequest(prompt: prompt)) }

    private func next(_ request: LineRequest) async -> LineEvent {
        var source = state.withLock { $0.source }
        let event = await source.next(request, console: console)
        state.withLock { state in
            state.source = source
            state.number += 1
        }
        return event
    }

    /// Interrupts the caller that waits for a line, as Ctrl-C does, and returns whether a caller waited.
    func interrupt() -> Bool { state.withLock { $0.source }.interrupt() }
}
