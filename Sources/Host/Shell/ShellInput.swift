import Synchronization

/// The lines of the shell, for whoever needs the next one: the shell itself, or a form that is filled in.
final class ShellInput: Sendable {
    private struct State {
        var source: LineSource
        var number = 0
    }

    private let state: Mutex<State>
    private let console: Console

    init(_ source: LineSource, console: Console) {
        state = Mutex(State(source: source))
        self.console = console
    }

    /// Whether a person types the lines at a prompt.
    var isInteractive: Bool {
        state.withLock { if case .terminal = $0.source { true } else { false } }
    }

    /// The number of the line that was read last, from 1, in a script.
    var number: Int? { isInteractive ? nil : state.withLock(\.number) }

    /// Waits for the next line; one waits at a time.
    func next(prompt: String = "switchboard> ") async -> LineSource.Event {
        var source = state.withLock(\.source)
        let event = await source.next(prompt: prompt, console: console)
        if case .terminal = source, case .line = event { console.rows.addLine() }
        state.withLock { state in
            state.source = source
            state.number += 1
        }
        return event
    }

    /// Calls whoever waits for a line away, as Ctrl-C does.
    func interrupt() { state.withLock(\.source).interrupt() }
}
