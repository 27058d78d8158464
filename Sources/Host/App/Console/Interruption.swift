import Dispatch
import Glibc
@_spi(Host) import ModuleKit
import Platform
import Synchronization

/// The effect of Ctrl-C, SIGTERM and a closed terminal: the running command or script is cancelled, modules stop, and
/// the process ends soon. In an interactive shell, Ctrl-C returns to the prompt.
///
/// If nothing can be cancelled, as during the start of modules, the process ends at once.
final class Interruption: Sendable {
    /// The time limits for cancelled work, and then for the stop of modules, in seconds.
    private static let timeLimits = (work: 2, stop: 3)

    private enum Target: Sendable {
        case process
        case work(cancel: @Sendable () -> Void, giveUp: @Sendable () -> Void, interrupt: (@Sendable () -> Bool)?)
        /// The process is about to end normally.
        case ending
    }

    private struct State {
        var target = Target.process
        var signal: CInt?
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "switchboard.interruption")
    private let console: Console
    /// The closures that run before the process ends at once.
    private let departures = Mutex<[@Sendable () -> Void]>([])

    /// Listens from now on.
    init(console: Console) {
        self.console = console
        guard let end = InterruptSignal.listen() else { return }
        // The queue's thread waits for the life of the process.
        queue.async { self.watch(end) }
    }

    /// Registers a closure that runs before a signal ends the process at once; it may not wait.
    func beforeLeaving(_ body: @escaping @Sendable () -> Void) { departures.withLock { $0.append(body) } }

    /// The signal that cancelled the work, so that the process is about to end.
    var signal: CInt? { state.withLock(\.signal) }

    /// Runs work that a signal cancels, on a thread of its own.
    ///
    /// - Parameter interrupt: the effect of Ctrl-C if it does not cancel all; `false` ends the process.
    /// - Returns: the result; `nil` if the work did not end soon after its cancellation, and was left.
    func cancelling<Value: Sendable>(
        orTelling interrupt: (@Sendable () -> Bool)? = nil, _ body: @escaping @Sendable () async -> Value
    ) async -> Value? {
        let result = Promise<Value?>()
        // A person who sees the work begin and presses Ctrl-C means the work, so both happen in one step.
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
                wait(Self.timeLimits.work, at: end)
                giveUp()
                awaitStop(signal, at: end)
            case .ending where signal == SIGINT: leave(by: signal)
            case .ending: awaitStop(signal, at: end)
            }
        }
    }

    private func awaitStop(_ signal: CInt, at end: CInt) -> Never {
        wait(Self.timeLimits.stop, at: end)
        // Another thread may hold the console, in a write that blocks.
        DispatchQueue(label: "switchboard.leaving").asyncAfter(deadline: .now() + 1) { self.leave(by: signal) }
        console.report(
            Failure(
                code: "interrupted",
                message: "modules did not stop within \(Self.timeLimits.stop) s and were left; "
                    + "fix their stop() so that it ends soon",
                exitCode: .interrupted))
        leave(by: signal)
    }

    /// Waits some seconds; another Ctrl-C ends the process at once.
    private func wait(_ seconds: Int, at end: CInt) {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while case let left = deadline - .now, left > .zero {
            let milliseconds = CInt(left / .milliseconds(1)) + 1
            // A closed terminal may send its signal more than once.
            if InterruptSignal.wait(at: end, milliseconds: milliseconds) == SIGINT { leave(by: SIGINT) }
        }
    }

    private func leave(by signal: CInt) -> Never {
        for body in departures.withLock(\.self) { body() }
        ProcessEnd.leave(by: signal)
    }
}
