@_spi(Host) import ModuleKit
import Synchronization

/// The lines of the shell, for the shell itself, or for a form that is filled in.
final class ShellInput: Sendable {
    private let state: Mutex<(source: LineSource, number: Int)>
    private let console: Console
    private let log: SessionLog
    private let isRecordedConversation: Bool
    /// The reason why no line answers a form; `nil` if one can.
    let whyUnattended: String?

    /// Creates the input from a source. `isConversation` says whether a person typed the lines at a prompt.
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

    /// Whether a form or a page may ask until the answer is valid: there is a person, or was one at the recording.
    var isConversation: Bool { isInteractive || isRecordedConversation }

    /// Whether a person types the lines at a prompt.
    var isInteractive: Bool { state.withLock { if case .terminal = $0.source { true } else { false } } }

    /// Whether a person types the lines in an editor.
    var isEdited: Bool {
        state.withLock { if case .terminal(let reader) = $0.source { reader.isEditor } else { false } }
    }

    /// The number of the last line, from 1, in a script.
    var number: Int? { isInteractive ? nil : state.withLock { $0.number } }

    /// Waits for the next line that answers a form or a page, for one caller at a time. `isSecret` says whether the
    /// answer must be neither seen nor stored. `words` are the possible answers, if there are a few.
    func answer(prompt: String, isSecret: Bool = false, words: [String] = []) async -> LineEvent {
        let event = await next(LineRequest(prompt: prompt, purpose: .answer, isSecret: isSecret, words: words))
        if case .line(let text) = event { log.note(isSecret ? .secret : .answer(text)) }
        return event
    }

    /// Asks a question until the answer is yes or no, which becomes `yes` or `no`.
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

    /// Waits for the next line of the shell, for one caller at a time.
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

    /// Interrupts the caller that waits for a line, as Ctrl-C does, and returns whether there was one.
    func interrupt() -> Bool { state.withLock { $0.source }.interrupt() }
}
