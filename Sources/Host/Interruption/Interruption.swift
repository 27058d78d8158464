import Dispatch
import Glibc
import Synchronization

/// What Ctrl-C does: it cancels the command or the script that runs, and the process ends soon; in a shell with a person
/// before it, it gives the prompt back.
///
/// Where nothing can be cancelled, as while modules start, the process ends at once.
final class Interruption: Sendable {
    /// How long what was cancelled may go on, and how long modules may take to stop then, in milliseconds.
    private static let patience: (work: CInt, stop: CInt) = (2_000, 3_000)

    private enum Target: Sendable {
        case process
        case work(cancel: @Sendable () -> Void, giveUp: @Sendable () -> Void)
        case shell(interrupt: @Sendable () -> Void)
    }

    private struct State {
        var target = Target.process
        var hasEnded = false
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "switchboard.interruption")
    private let console: Console

    /// Listens from now on.
    init(console: Console) {
        self.console = console
        guard let end = InterruptSignal.listen() else { return }
        // The queue's thread waits as long as the process lives.
        queue.async { self.watch(end) }
    }

    /// Whether the work was cancelled, so that the process is about to end.
    var hasEnded: Bool { state.withLock(\.hasEnded) }

    /// Runs what Ctrl-C cancels.
    ///
    /// - Returns: what came of it; `nil` where it did not end soon after it was cancelled, and was left behind.
    func cancelling<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) async -> Value? {
        let (values, value) = AsyncStream<Value?>.makeStream()
        // Whoever sees the work begin and presses Ctrl-C means the work: both happen in one step.
        state.withLock { state in
            let task = Task { value.yield(await body()) }
            state.target = .work(cancel: { task.cancel() }, giveUp: { value.yield(nil) })
        }
        defer { aim(at: .process) }
        for await value in values { return value }
        return nil
    }

    /// Runs a shell that goes on after Ctrl-C, of which it is told.
    func telling<Value>(_ interrupt: @escaping @Sendable () -> Void, _ body: () async -> Value) async -> Value {
        aim(at: .shell(interrupt: interrupt))
        defer { aim(at: .process) }
        return await body()
    }

    private func aim(at target: Target) { state.withLock { $0.target = target } }

    private func watch(_ end: CInt) {
        while InterruptSignal.wait(at: end) {
            switch state.withLock(\.target) {
            case .process: _exit(ExitCode.interrupted.rawValue)
            case .shell(let interrupt): interrupt()
            case .work(let cancel, let giveUp):
                state.withLock { $0.hasEnded = true }
                cancel()
                // Whoever presses it again has no patience left.
                if InterruptSignal.wait(at: end, milliseconds: Self.patience.work) { leave() }
                giveUp()
                if InterruptSignal.wait(at: end, milliseconds: Self.patience.stop) { leave() }
                console.report(
                    Failure(
                        code: "interrupted",
                        message: "modules did not stop within \(Self.patience.stop / 1_000) s and were left behind; "
                            + "mend their stop() to end soon",
                        exitCode: .interrupted))
                leave()
            }
        }
    }

    private func leave() -> Never { _exit(ExitCode.interrupted.rawValue) }
}
