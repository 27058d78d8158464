import Dispatch
import Synchronization

/// Reads the lines of standard input on a thread of its own: whoever waits for one holds no thread on which tasks run, and
/// can be called away from it.
final class LineReader: Sendable {
    private struct State {
        var isReading = false
        /// What was read when nobody waited for it any more.
        var kept: LineSource.Event?
        var waiter: UnsafeContinuation<LineSource.Event, Never>?
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "switchboard.input")

    /// The next line, the end, or that whoever waits was called away, as by the cancellation of the task; one waits at a
    /// time.
    func next() async -> LineSource.Event {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { wait($0) }
        } onCancel: {
            interrupt()
        }
    }

    private func wait(_ continuation: UnsafeContinuation<LineSource.Event, Never>) {
        let (event, begins) = state.withLock { state -> (LineSource.Event?, Bool) in
            if Task.isCancelled { return (.interrupted, false) }
            if let kept = state.kept.take() { return (kept, false) }
            state.waiter = continuation
            defer { state.isReading = true }
            return (nil, !state.isReading)
        }
        if let event { continuation.resume(returning: event) }
        if begins { queue.async { self.read() } }
    }

    /// Calls whoever waits away; the line that is being typed is for the next one who does.
    func interrupt() { state.withLock { $0.waiter.take() }?.resume(returning: .interrupted) }

    private func read() {
        let event = readLine().map(LineSource.Event.line) ?? .end
        let waiter = state.withLock { state in
            state.isReading = false
            let waiter = state.waiter.take()
            if waiter == nil { state.kept = event }
            return waiter
        }
        waiter?.resume(returning: event)
    }
}
