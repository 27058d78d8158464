import Synchronization

/// Counts the rows that a terminal's cursor has gone down, so that somebody can draw above it.
final class RowsBelow: Sendable {
    private struct State {
        /// The columns of a row; `nil` while nobody counts.
        var width: Int?
        var count = 0
    }

    private let state = Mutex(State())

    /// Counts from here on, for rows of a width; with none, nobody counts.
    func begin(width: Int?) { state.withLock { $0 = State(width: width) } }

    /// A person has ended a line.
    func addLine() { state.withLock { $0.count += 1 } }

    /// Writes something, with the number of rows that it goes down.
    func write(_ text: String, _ write: (String) -> Void) {
        state.withLock { state in
            if let width = state.width { state.count += Self.rows(text, width: width) }
            write(text)
        }
    }

    /// Draws something that leaves the cursor where it was.
    func draw(_ drawing: (_ rowsBelow: Int) -> String?, _ write: (String) -> Void) {
        state.withLock { state in
            guard state.width != nil, let text = drawing(state.count) else { return }
            write(text)
        }
    }

    private static func rows(_ text: String, width: Int) -> Int {
        text.split(separator: "\n", omittingEmptySubsequences: false).reduce(-1) { rows, line in
            rows + 1 + max(DisplayWidth.of(line) - 1, 0) / width
        }
    }
}
