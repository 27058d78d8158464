import Glibc
import Synchronization

/// The lines of the shell, for whoever needs the next one: the shell itself, or a form that is filled in.
final class ShellInput: Sendable {
    private struct State {
        var source: LineSource
        var number = 0
    }

    private let state: Mutex<State>
    private let console: Console
    private let log: SessionLog
    private let isRecordedConversation: Bool

    /// Lines from a source.
    ///
    /// - Parameter isConversation: whether the lines are those that a person typed at a prompt.
    init(_ source: LineSource, console: Console, log: SessionLog, isConversation: Bool = false) {
        state = Mutex(State(source: source))
        self.console = console
        self.log = log
        isRecordedConversation = isConversation
    }

    /// Whether a form or a page may ask until the answer is right: a person is there, or was when it was recorded.
    var isConversation: Bool { isInteractive || isRecordedConversation }

    /// Whether a person types the lines at a prompt.
    var isInteractive: Bool {
        state.withLock { if case .terminal = $0.source { true } else { false } }
    }

    /// The number of the line that was read last, from 1, in a script.
    var number: Int? { isInteractive ? nil : state.withLock(\.number) }

    /// What the shell shows before a line.
    static let prompt = "switchboard> "

    /// Waits for the next line that answers a form or a page; one waits at a time.
    ///
    /// - Parameter isSecret: whether the answer is kept nowhere.
    func answer(prompt: String, isSecret: Bool = false) async -> LineSource.Event {
        let event = await next(.answer, prompt: prompt)
        if case .line(let text) = event { log.note(isSecret ? .secret : .answer(text)) }
        return event
    }

    /// Waits for the next line of the shell; one waits at a time.
    func next(prompt: String) async -> LineSource.Event { await next(.command, prompt: prompt) }

    private func next(_ purpose: LineSource.Purpose, prompt: String) async -> LineSource.Event {
        var source = state.withLock(\.source)
        let event = await source.next(purpose, prompt: prompt, console: console)
        state.withLock { state in
            state.source = source
            state.number += 1
        }
        return event
    }

    /// Calls whoever waits for a line away, as Ctrl-C does; whether anybody did.
    func interrupt() -> Bool { state.withLock(\.source).interrupt() }
}

/// What a person has typed to its end and nobody has read yet.
enum TypedLines {
    /// How many bytes; a terminal counts whole lines only.
    static var unread: Int {
        var count: CInt = 0
        guard isatty(STDIN_FILENO) == 1, ioctl(STDIN_FILENO, UInt(FIONREAD), &count) == 0 else { return 0 }
        return Int(count)
    }
}

/// Whether a terminal shows what is typed.
enum TerminalEcho {
    /// What the terminal was set to while nothing is shown.
    private static let settings = Mutex<termios?>(nil)

    /// Runs something while nothing that is typed is shown, and goes on with a line of its own.
    static func without<Result>(_ body: () async -> Result) async -> Result {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return await body() }
        self.settings.withLock { [settings] in $0 = settings }
        var unseen = settings
        unseen.c_lflag &= ~tcflag_t(ECHO)
        // The end of the line is shown all the same.
        unseen.c_lflag |= tcflag_t(ECHONL)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &unseen)
        defer { restore() }
        return await body()
    }

    /// Has the terminal show again what is typed, where it does not.
    static func restore() {
        guard var settings = settings.withLock({ $0.take() }) else { return }
        // In the background the terminal is not ours, and a change of its settings would stop the process.
        let former = signal(SIGTTOU, SIG_IGN)
        defer { signal(SIGTTOU, former) }
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    }
}
