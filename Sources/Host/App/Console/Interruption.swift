import Dispatch
import Glibc
@_spi(Host) import ModuleKit
import Platform
import Synchronization

/// The handling of Ctrl-C, SIGTERM and a closed terminal: the running command or script is cancelled, modules stop, and
/// the process ends soon. In an interactive shell, Ctrl-C only returns to the prompt.
///
/// If nothing can be cancelled, as during the start of modules, the process ends immediately.
final class Interruption: Sendable {
    /// The time limits for cancelled work, and then for the stop of modules, in seconds.
    private static let timeLimits = (work: 2, stop: 3)

    private enum Target: Sendable {
        case process
        case work(
            cancel: @Sendable () -> Void, giveUp: @Sendable () -> Void, interrupt: (@Sendable () -> Bool)?, seconds: Int
        )
        /// The process is about to end normally.
        case ending
    }

    private let state = Mutex<(target: Target, signal: CInt?)>((.process, nil))
    private let queue = DispatchQueue(label: "switchboard.interruption")
    private let console: Console
    /// The closures that run before the process ends immediately.
    private let departures = Mutex<[@Sendable () -> Void]>([])

    /// Starts to listen for signals.
    init(console: Console) {
        self.console = console
        guard let end = Self.listen() else { return }
        // The queue's thread waits until the process ends.
        queue.async { self.watch(end) }
    }

    /// Registers a closure that runs before a signal ends the process immediately. The closure must not wait.
    func beforeLeaving(_ body: @escaping @Sendable () -> Void) { departures.withLock { $0.append(body) } }

    /// The signal that cancelled the work; `nil` if there was none. After the signal, the process ends soon.
    var signal: CInt? { state.withLock { $0.signal } }

    /// Runs work on a separate thread, and cancels it if a signal arrives.
    ///
    /// - Parameters:
    ///   - seconds: the time within which the work must end after it is cancelled; 2 by default.
    ///   - interrupt: called at Ctrl-C instead of cancelling the work; if it returns `false`, the process ends.
    /// - Returns: the result; `nil` if the cancelled work did not end in that time, and was abandoned.
    func cancelling<Value: Sendable>(
        within seconds: Int? = nil, orTelling interrupt: (@Sendable () -> Bool)? = nil,
        _ body: @escaping @Sendable () async -> Value
    ) async -> Value? {
        let result = Promise<Value?>()
        // The task starts and becomes the target of signals in one step. A user who sees its first output can therefore
        // already cancel it with Ctrl-C.
        state.withLock { state in
            let task = Task(executorPreference: BlockingExecutor()) { result.fulfill(await body()) }
            state.target = .work(
                cancel: { task.cancel() }, giveUp: { result.fulfill(nil) }, interrupt: interrupt,
                seconds: seconds ?? Self.timeLimits.work)
        }
        defer { state.withLock { $0.target = .ending } }
        return await result.wait()
    }

    private func watch(_ end: CInt) {
        while true {
            guard let signal = Self.wait(at: end) else { continue }
            if signal == SIGINT { console.rows.noteInterruption() }
            switch state.withLock({ $0.target }) {
            case .process: leave(by: signal)
            case .work(_, _, let interrupt?, _) where signal == SIGINT:
                if !interrupt() { leave(by: signal) }
            case .work(let cancel, let giveUp, _, let seconds):
                state.withLock { $0.signal = signal }
                cancel()
                wait(seconds, at: end)
                giveUp()
                awaitStop(signal, at: end)
            case .ending where signal == SIGINT: leave(by: signal)
            case .ending: awaitStop(signal, at: end)
            }
        }
    }

    private func awaitStop(_ signal: CInt, at end: CInt) -> Never {
        wait(Self.timeLimits.stop, at: end)
        // Ends the process after a second if the report blocks because another thread holds the console.
        DispatchQueue(label: "switchboard.leaving").asyncAfter(deadline: .now() + 1) { self.leave(by: signal) }
        console.report(
            Failure(
                "interrupted",
                "modules did not stop within \(Self.timeLimits.stop) s and were abandoned; fix their stop() "
                    + "so that it ends soon", .interrupted))
        leave(by: signal)
    }

    /// Waits some seconds; another Ctrl-C ends the process immediately.
    private func wait(_ seconds: Int, at end: CInt) {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while case let left = deadline - .now, left > .zero {
            let milliseconds = CInt(left / .milliseconds(1)) + 1
            // SIGHUP is ignored here, because a closed terminal may send it more than once.
            if Self.wait(at: end, milliseconds: milliseconds) == SIGINT { leave(by: SIGINT) }
        }
    }

    private func leave(by signal: CInt) -> Never {
        for body in departures.withLock(\.self) { body() }
        ProcessEnd.leave(by: signal)
    }
}

/// The receipt of signals.
///
/// The system may run a signal handler on any thread, in the middle of its code. The handler therefore only writes a
/// byte into one socket of a pair, and one thread waits at the other socket.
extension Interruption {
    /// The socket to which the handler writes; -1 until `listen()` creates the socket.
    private static let writingEnd = Atomic<CInt>(-1)

    /// Installs handlers that write the signals into a socket, and returns the other socket of the pair; `nil` if all
    /// signals are ignored, or if the system has no socket left.
    private static func listen() -> CInt? {
        let signals = [SIGINT, SIGTERM, SIGHUP].filter { !CrashSignals.isIgnored($0) }
        guard !signals.isEmpty, let ends = try? Descriptor.socketPair(isBlocking: false) else { return nil }
        writingEnd.store(ends.1, ordering: .sequentiallyConsistent)
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ = Interruption.send($0) }
        action.sa_flags = SA_RESTART
        for signal in signals { sigaction(signal, &action, nil) }
        return ends.0
    }

    /// Sends a signal as if it came from the system, and returns whether there is a listener.
    static func send(_ signal: CInt) -> Bool {
        let (end, code) = (writingEnd.load(ordering: .relaxed), errno)
        var byte = UInt8(truncatingIfNeeded: signal)
        if end >= 0 { _ = write(end, &byte, 1) }
        errno = code
        return end >= 0
    }

    /// Waits for a signal.
    ///
    /// - Parameter milliseconds: the time limit; none by default.
    /// - Returns: the received signal; `nil` if there was none.
    private static func wait(at end: CInt, milliseconds: CInt = -1) -> CInt? {
        var descriptor = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
        var count = poll(&descriptor, 1, milliseconds)
        while count < 0, errno == EINTR { count = poll(&descriptor, 1, milliseconds) }
        var byte: UInt8 = 0
        return count > 0 && read(end, &byte, 1) == 1 ? CInt(byte) : nil
    }
}
