import ModuleKit
import Synchronization

/// Gives the lines of a recording again, and holds what happens against what happened then, up to the first difference.
final class Replay: Sendable {
    private struct State {
        var place = 0
        var difference: Difference?
        var isOver = false
    }

    private let entries: [Recording.Entry]
    private let end: Int
    private let state = Mutex(State())

    init(_ recording: Recording) {
        entries = recording.entries
        end = (entries.last?.number ?? 1) + 1
    }

    /// Where the session differed first, if it did.
    var difference: Difference? { state.withLock(\.difference) }

    /// How many lines of the file were the same.
    var count: Int { state.withLock(\.place) }

    /// The next line that was typed; the end where there is none, or where something differed, such as that it was typed
    /// for something else.
    func next(_ purpose: LineSource.Purpose) -> LineSource.Event {
        state.withLock { state in
            guard state.difference == nil, entries.indices.contains(state.place) else { return .end }
            let entry = entries[state.place]
            switch (entry.kind, purpose) {
            case (.line(let text), .command), (.answer(let text), .answer):
                state.place += 1
                return .line(text)
            default:
                state.difference = Difference(
                    line: entry.number, at: "", expected: entry.tree, found: nil, reason: Self.reason(entry.kind))
                return .end
            }
        }
    }

    /// Why what was recorded is not what is asked for.
    private static func reason(_ kind: Recording.Entry.Kind) -> String? {
        switch kind {
        case .line: "an answer is asked for, and that was a command"
        case .answer: "a command is asked for, and that was an answer"
        case .secret: "what was typed was secret and is kept nowhere"
        case .outcome: nil
        }
    }

    /// Notes what happened; what was typed is the recording's own.
    func note(_ event: LogEvent) {
        switch event {
        case .line, .concealedLine, .answer, .secret: return
        case .command, .failure: break
        }
        guard let found = event.tree else { return }
        state.withLock { state in
            guard state.difference == nil, !state.isOver else { return }
            guard entries.indices.contains(state.place) else {
                state.difference = Difference(line: end, at: "", expected: nil, found: found)
                return
            }
            let entry = entries[state.place]
            state.difference = Difference(line: entry.number, expected: entry.tree, found: found)
            if state.difference == nil { state.place += 1 }
        }
    }

    /// Ends it: what does not come any more is missing, and what comes from now on does not count.
    func finish() {
        state.withLock { state in
            state.isOver = true
            guard state.difference == nil, entries.indices.contains(state.place) else { return }
            let entry = entries[state.place]
            state.difference = Difference(line: entry.number, at: "", expected: entry.tree, found: nil)
        }
    }
}
