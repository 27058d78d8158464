import Dispatch
import Glibc
import Platform
import Synchronization

/// A reader of standard input on its own thread: a caller that waits for a line blocks no thread of tasks, and its wait
/// can be interrupted.
final class LineReader: Sendable {
    private struct State {
        var isReading = false
        /// The event that was read when no caller waited any more.
        var kept: LineEvent?
        var waiter: UnsafeContinuation<LineEvent, Never>?
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "switchboard.input")
    private let rows: CursorRows?
    private let lines = Mutex(FileLines(of: STDIN_FILENO))

    /// Creates a reader of a pipe, or of a terminal whose rows are counted.
    init(terminal rows: CursorRows? = nil) { self.rows = rows }

    /// Returns the next line, the end, or the interruption of the wait, as by the cancellation of the task. One caller
    /// waits at a time, and the next one interrupts it.
    func next() async -> LineEvent {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { wait($0) }
        } onCancel: {
            interrupt()
        }
    }

    private func wait(_ continuation: UnsafeContinuation<LineEvent, Never>) {
        var former: UnsafeContinuation<LineEvent, Never>?
        let (event, begins) = state.withLock { state -> (LineEvent?, Bool) in
            if Task.isCancelled { return (.interrupted, false) }
            if let kept = state.kept.take() { return (kept, false) }
            former = state.waiter
            state.waiter = continuation
            defer { state.isReading = true }
            return (nil, !state.isReading)
        }
        former?.resume(returning: .interrupted)
        if let event { continuation.resume(returning: event) }
        if begins { queue.async { self.read() } }
    }

    /// Interrupts the waiting caller; the line that is being typed is for the next caller.
    ///
    /// - Returns: whether a caller waited.
    @discardableResult
    func interrupt() -> Bool {
        let waiter = state.withLock { $0.waiter.take() }
        waiter?.resume(returning: .interrupted)
        return waiter != nil
    }

    private func read() {
        let event = rows.map(Self.typedLine) ?? lines.withLock { Self.pipedLine(&$0) }
        let waiter = state.withLock { state in
            state.isReading = false
            let waiter = state.waiter.take()
            if waiter == nil { state.kept = event }
            return waiter
        }
        waiter?.resume(returning: event)
    }

    private static func pipedLine(_ lines: inout FileLines) -> LineEvent {
        do throws(FileError) {
            return try lines.next().map(LineEvent.line) ?? .end
        } catch {
            return .failed(error)
        }
    }

    /// Reads a line from the terminal, which returns one at a time.
    ///
    /// A person may continue after the end of one question.
    private static func typedLine(_ rows: CursorRows) -> LineEvent {
        var line: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while line.last != UInt8(ascii: "\n") {
            let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            line += buffer.prefix(count)
        }
        guard !line.isEmpty else { return .end }
        if line.last == UInt8(ascii: "\n") {
            rows.addLine(bytes: line.count)
            line.removeLast()
        }
        return .line(String(decoding: line, as: UTF8.self))
    }
}

/// The result of waiting for a line.
enum LineEvent: Sendable {
    case line(String)
    case end
    /// No more lines can be read.
    case failed(FileError)
    /// Ctrl-C was pressed.
    case interrupted
}

/// The use of a line.
enum LinePurpose: Sendable {
    /// The shell's next command.
    case command
    /// An answer to a form, or to a page's question before it is left.
    case answer
}
