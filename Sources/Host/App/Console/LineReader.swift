import Dispatch
import Glibc
import Platform
import Synchronization

/// The reader of standard input. It reads on a separate thread. A task that waits for a line therefore does not block
/// its thread, and can be interrupted.
final class LineReader: Sendable {
    /// The kind of input from which lines come.
    private enum Source: Sendable {
        case pipe
        /// A terminal that edits the lines itself.
        case lines
        /// A terminal at which the host edits the lines.
        case editor(any Terminal)
    }

    private struct Waiter {
        let continuation: UnsafeContinuation<LineEvent, Never>
        let request: LineRequest
        let number: Int
        /// Whether the wait was interrupted; the caller then continues as soon as the editor has restored the terminal.
        var isInterrupted = false
    }

    private struct State {
        var isReading = false
        /// The event that was read after its caller had stopped waiting.
        var kept: LineEvent?
        var waiter: Waiter?
        /// The number of callers so far.
        var count = 0
        /// Whether Ctrl-C was pressed since the last line; the rest of a paste is then dropped.
        var forgetsPaste = false

        /// Returns whether the current caller may take a line that was read for an earlier caller: only if both callers
        /// asked for a command.
        func takes(_ event: LineEvent, of former: Waiter) -> Bool {
            guard case .line = event, let waiter, !waiter.isInterrupted else { return false }
            return former.request.purpose == .command && waiter.request.purpose == .command
        }

        mutating func takePasteEnd() -> Bool {
            defer { forgetsPaste = false }
            return forgetsPaste
        }
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "switchboard.input")
    private let source: Source
    private let lines = Mutex(FileLines(of: STDIN_FILENO))
    private let editor: Mutex<LineEditor?>

    init(isTerminal: Bool = false) {
        source = isTerminal ? .lines : .pipe
        editor = Mutex(nil)
    }

    init(_ editor: LineEditor) {
        source = .editor(editor.terminal)
        self.editor = Mutex(editor)
    }

    /// Whether the host's line editor shows the prompt and edits the lines.
    var isEditor: Bool { if case .editor = source { true } else { false } }

    /// Returns the next line, the end of the input, or an interruption, such as the cancellation of the task. Only one
    /// caller waits at a time; a new caller interrupts the waiting caller.
    func next(_ request: LineRequest = LineRequest(prompt: "")) async -> LineEvent {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { wait($0, request) }
        } onCancel: {
            interrupt()
        }
    }

    private func wait(_ continuation: UnsafeContinuation<LineEvent, Never>, _ request: LineRequest) {
        var former: UnsafeContinuation<LineEvent, Never>?
        let (event, begins) = state.withLock { state -> (LineEvent?, Bool) in
            if Task.isCancelled { return (.interrupted, false) }
            if let kept = state.kept.take() { return (kept, false) }
            former = state.waiter?.continuation
            state.count += 1
            state.waiter = Waiter(continuation: continuation, request: request, number: state.count)
            if former != nil { endWait() }
            defer { state.isReading = true }
            return (nil, !state.isReading)
        }
        former?.resume(returning: .interrupted)
        if let event { continuation.resume(returning: event) }
        if begins { queue.async { self.read() } }
    }

    /// Interrupts the waiting caller, and returns whether there was one. If the terminal edits the lines itself, text
    /// that was already typed goes to the next caller.
    @discardableResult
    func interrupt() -> Bool {
        state.withLock { state in
            guard let waiter = state.waiter else {
                state.forgetsPaste = true
                return false
            }
            if isEditor {
                // The caller continues after the editor has restored the terminal's settings.
                state.waiter?.isInterrupted = true
                endWait()
            } else {
                state.waiter = nil
                waiter.continuation.resume(returning: .interrupted)
            }
            return true
        }
    }

    private func endWait() { if case .editor(let terminal) = source { terminal.interrupt() } }

    private func read() {
        while let waiter = next() {
            let event = waiter.isInterrupted ? .interrupted : event(waiter.request)
            let continuation = state.withLock { state -> UnsafeContinuation<LineEvent, Never>? in
                // Another caller may have replaced the caller for which the editor has read the line.
                if isEditor, state.waiter?.number != waiter.number, !state.takes(event, of: waiter) { return nil }
                if state.waiter == nil { state.kept = event }
                return state.waiter.take()?.continuation
            }
            continuation?.resume(returning: event)
        }
    }

    /// Returns the caller for which the next line is read. If no caller waits, returns `nil`, and the reading ends.
    private func next() -> Waiter? {
        state.withLock { state in
            if case .editor(let terminal) = source { terminal.resetInterruption() }
            state.isReading = state.waiter != nil
            return state.waiter
        }
    }

    private func event(_ request: LineRequest) -> LineEvent {
        switch source {
        case .pipe: lines.withLock { Self.pipedLine(&$0) }
        case .lines: Self.typedLine()
        case .editor:
            editor.withLock { editor in
                if state.withLock({ $0.takePasteEnd() }) { editor?.forgetPaste() }
                return editor?.read(request) ?? .end
            }
        }
    }

    private static func pipedLine(_ lines: inout FileLines) -> LineEvent {
        do throws(FileError) {
            return try lines.next().map(LineEvent.line) ?? .end
        } catch {
            return .failed(error)
        }
    }

    /// Reads a line from a terminal in line mode, which delivers one line at a time. If the user presses Ctrl-D in the
    /// middle of a line, the terminal delivers only the part before the cursor, so the reading continues up to the
    /// line's end.
    private static func typedLine() -> LineEvent {
        var line: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while line.last != UInt8(ascii: "\n") {
            let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, Descriptor.retries(STDIN_FILENO, for: POLLIN) { continue }
            guard count > 0 else { break }
            line += buffer.prefix(count)
        }
        guard !line.isEmpty else { return .end }
        if line.last == UInt8(ascii: "\n") { line.removeLast() }
        return .line(String(decoding: line, as: UTF8.self))
    }
}

/// The result of waiting for a line.
enum LineEvent: Sendable {
    case line(String)
    case end
    /// Reading failed; no more lines can be read.
    case failed(FileError)
    /// The wait was interrupted, as by Ctrl-C.
    case interrupted
}

enum LinePurpose: Sendable {
    /// The shell's next command.
    case command
    /// An answer to a form, or to the question that a page asks before the user leaves it.
    case answer
}
