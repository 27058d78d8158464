import Synchronization
import TestSupport

@testable import App

/// A terminal with a list of events, whose screen stays as it was at their end.
final class FakeTerminal: App.Terminal {
    private struct State {
        var events: [TerminalEvent]
        var window: TerminalWindow
        var screen: TerminalScreen
        /// The screen before the line was left.
        var last: TerminalScreen?
        var rings = 0
    }

    private let state: Mutex<State>
    private let rows = CursorRows()

    init(_ events: [TerminalEvent], columns: Int = 40, rows: Int = 8) {
        state = Mutex(
            State(
                events: events, window: TerminalWindow(columns: columns, rows: rows),
                screen: TerminalScreen(width: columns, height: rows)))
    }

    /// A terminal at which texts are typed, each as one portion.
    convenience init(typing texts: String..., columns: Int = 40, rows: Int = 8) {
        self.init(texts.map { .bytes(Array($0.utf8)) }, columns: columns, rows: rows)
    }

    var screen: TerminalScreen { state.withLock { $0.last ?? $0.screen } }
    var rings: Int { state.withLock(\.rings) }

    var window: TerminalWindow { state.withLock(\.window) }
    func begin() -> [UInt8] { [] }
    func end() {}
    func interrupt() {}
    func resetInterruption() {}
    func ring() { state.withLock { $0.rings += 1 } }

    func wait(milliseconds: CInt) -> TerminalEvent {
        state.withLock { state in
            if !state.events.isEmpty { return state.events.removeFirst() }
            state.last = state.screen
            return .end
        }
    }

    func show(_ view: LineView, repaints: Repaint?) {
        rows.show(view, repaints: repaints, put)
    }
    func finish() { rows.endLine(put) }

    /// Writes in the middle of typing, as another thread does.
    func write(whileTyping text: String) { rows.write(text, put) }

    private func put(_ text: String) {
        // As the terminal's driver does.
        let text = text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
        state.withLock { $0.screen.write(text.utf8) }
    }
}

/// An assistant that knows some words, one hint, and one secret.
struct FakeAssistant: LineAssistant {
    var words: [String] = []

    func prepare() {}

    func completion(of text: String) -> LineCompletion {
        let word = text.split(separator: " ", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        let found = words.filter { $0.hasPrefix(word) }
        return LineCompletion(length: word.count, choices: found.map { .init(text: $0, label: $0) })
    }

    func hint(after text: String) -> String? { text == "app:" ? "//rent" : nil }
    func keptForm(of line: String) -> String { line.replacing("hush", with: "***") }
}
