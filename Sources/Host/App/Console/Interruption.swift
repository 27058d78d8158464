import Dispatch
import Glibc
@_spi(Host) import ModuleKit
import Platform
import Synchronization

/// What Ctrl-C, SIGTERM and a closed terminal do: they cancel the command or the script that runs, modules stop, and the
/// process ends soon. In a shell with a person before it, Ctrl-C gives the prompt back.
///
/// Where nothing can be cancelled, as while modules start, the process ends at once.
final class Interruption: Sendable {
    /// How long what was cancelled may go on, and how long modules may take to stop then, in seconds.
    private static let patience = (work: 2, stop: 3)

    private enum Target: Sendable {
        case process
        case work(cancel: @Sendable () -> Void, giveUp: @Sendable () -> Void, interrupt: (@Sendable () -> Bool)?)
        /// The process is about to end by itself.
        case ending
    }

    private struct State {
        var target = Target.process
        var signal: CInt?
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "switchboard.interruption")
    private let console: Console
    /// What is done before the process ends at once.
    private let departures = Mutex<[@Sendable () -> Void]>([])

    /// Listens from now on.
    init(console: Console) {
        self.console = console
        guard let end = InterruptSignal.listen() else { return }
        // The queue's thread waits as long as the process lives.
        queue.async { self.watch(end) }
    }

    /// Has something done before a signal ends the process at once; it may wait for nothing.
    func beforeLeaving(_ body: @escaping @Sendable () -> Void) { departures.withLock { $0.append(body) } }

    /// The signal that cancelled the work, so that the process is about to end.
    var signal: CInt? { state.withLock(\.signal) }

    /// Runs what a signal cancels, on a thread of its own.
    ///
    /// - Parameter interrupt: what Ctrl-C does where it does not cancel all; `false` has the process end.
    /// - Returns: what came of it; `nil` where it did not end soon after it was cancelled, and was left behind.
    func cancelling<Value: Sendable>(
        orTelling interrupt: (@Sendable () -> Bool)? = nil, _ body: @escaping @Sendable () async -> Value
    ) async -> Value? {
        let result = Promise<Value?>()
        // Whoever sees the work begin and presses Ctrl-C means the work: both happen in one step.
        state.withLock { state in
            let task = Task(executorPreference: BlockingExecutor()) { result.fulfill(await body()) }
            state.target = .work(
                cancel: { task.cancel() }, giveUp: { result.fulfill(nil) }, interrupt: interrupt)
        }
        defer { state.withLock { $0.target = .ending } }
        return await result.wait()
    }

    private func watch(_ end: CInt) {
        while true {
            guard let signal = InterruptSignal.wait(at: end) else { continue }
            switch state.withLock(\.target) {
            case .process: leave(by: signal)
            case .work(_, _, let interrupt?) where signal == SIGINT:
                if !interrupt() { leave(by: signal) }
            case .work(let cancel, let giveUp, _):
                state.withLock { $0.signal = signal }
                cancel()
                wait(Self.patience.work, at: end)
                giveUp()
                awaitStop(signal, at: end)
            case .ending where signal == SIGINT: leave(by: signal)
            case .ending: awaitStop(signal, at: end)
            }
        }
    }

    private func awaitStop(_ signal: CInt, at end: CInt) -> Never {
        wait(Self.patience.stop, at: end)
        // Another thread may hold the console, in a write that a reader does not take.
        DispatchQueue(label: "switchboard.leaving").asyncAfter(deadline: .now() + 1) { self.leave(by: signal) }
        console.report(
            Failure(
                code: "interrupted",
                message: "modules did not stop within \(Self.patience.stop) s and were left behind; "
                    + "mend their stop() to end soon",
                exitCode: .interrupted))
        leave(by: signal)
    }

    /// Waits some seconds, unless Ctrl-C is pressed: whoever presses it again has no patience left.
    private func wait(_ seconds: Int, at end: CInt) {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while case let left = deadline - .now, left > .zero {
            let milliseconds = CInt(left / .milliseconds(1)) + 1
            // A terminal that is closed may say so more than once.
            if InterruptSignal.wait(at: end, milliseconds: milliseconds) == SIGINT { leave(by: SIGINT) }
        }
    }

    private func leave(by signal: CInt) -> Never {
        for body in departures.withLock(\.self) { body() }
        ProcessEnd.leave(by: signal)
    }
}
