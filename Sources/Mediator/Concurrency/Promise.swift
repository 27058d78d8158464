import Synchronization

/// A value that is set once, for any number of waiting tasks. Setting it again has no effect.
@_spi(Host) public final class Promise<Value: Sendable>: Sendable {
    private struct Waiter {
        let number: Int
        let continuation: UnsafeContinuation<Value?, Never>
    }

    private struct State {
        var value: Value?
        var waiters: [Waiter] = []
        var nextNumber = 0
    }

    /// Not a `Mutex<State>`: its type depends on `Value`, so the runtime would look up the type twice for each promise.
    private let lock = Mutex(())
    /// Safe to share: only `withState` accesses it, one thread at a time.
    nonisolated(unsafe) private var state = State()

    /// Creates a promise without a value.
    public init() {}

    /// The value, or `nil` before it is set.
    public var value: Value? { withState { $0.value } }

    @inline(__always) private func withState<Result>(_ body: (inout State) -> Result) -> Result {
        lock.withLock { _ in body(&state) }
    }

    /// Sets the value if there is none yet, and returns whether this call set it.
    @discardableResult
    public func fulfill(_ value: Value) -> Bool {
        let waiters = withState { state -> [Waiter]? in
            guard state.value == nil else { return nil }
            state.value = value
            defer { state.waiters = [] }
            return state.waiters
        }
        guard let waiters else { return false }
        for waiter in waiters { waiter.continuation.resume(returning: value) }
        return true
    }

    /// Sets the value after a duration on a clock, unless the promise has a value by then.
    ///
    /// The duration is limited to a day. The clock does not keep the promise alive.
    public func fulfill(_ value: Value, after limit: Duration, on clock: Deadlines = .shared) {
        fulfill(value, at: clock.now + min(limit, .seconds(86_400)), on: clock)
    }

    /// Sets the value at a time on a clock, unless the promise has a value by then.
    fileprivate func fulfill(_ value: Value, at end: Duration, on clock: Deadlines) {
        clock.watch(Expiry(promise: self, value: value, end: end, clock))
    }

    /// Waits for the value, even if the waiting task is cancelled.
    public func wait() async -> Value {
        let value = await withUnsafeContinuation { enqueue($0, as: nil) }
        guard let value else { preconditionFailure("a waiter without a number was released without a value") }
        return value
    }

    /// Waits for the value. Returns `nil` if the waiting task is cancelled first; other waiting tasks are not affected.
    public func waitUnlessCancelled() async -> Value? {
        let number = withState { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { enqueue($0, as: number) }
        } onCancel: {
            release(number)
        }
    }

    /// Enqueues a continuation, or resumes it immediately if there is a value or if its task is cancelled.
    private func enqueue(_ continuation: UnsafeContinuation<Value?, Never>, as number: Int?) {
        let (isWaiting, value) = withState { state in
            if let value = state.value { return (false, Value?.some(value)) }
            // If the task was cancelled before it waited, `release` found no waiter, so this call must resume the task.
            if number != nil, Task.isCancelled { return (false, nil) }
            state.waiters.append(Waiter(number: number ?? 0, continuation: continuation))
            return (true, nil)
        }
        if !isWaiting { continuation.resume(returning: value) }
    }

    private func release(_ number: Int) {
        let waiter = withState { state in
            state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0) }
        }
        waiter?.continuation.resume(returning: nil)
    }

    /// A time limit that sets the promise's value when it expires.
    private final class Expiry: TimeLimited {
        private weak let promise: Promise?
        private let value: Value
        private let end: Duration
        private let clock: Deadlines

        init(promise: Promise, value: Value, end: Duration, _ clock: Deadlines) {
            self.promise = promise
            self.value = value
            self.end = end
            self.clock = clock
        }

        var timeLeft: Duration? {
            guard let promise, promise.value == nil else { return nil }
            return end - clock.now
        }

        func expire() { promise?.fulfill(value) }
    }
}

extension Deadlines {
    /// Waits until a time on the clock.
    /// - Throws: `CancellationError` if the waiting task is cancelled first.
    public func sleep(until end: Duration) async throws(CancellationError) {
        let isOver = Promise<Bool>()
        isOver.fulfill(true, at: end, on: self)
        guard await isOver.waitUnlessCancelled() != nil else { throw CancellationError() }
    }
}

/// A box that hands a value to a task. When the task takes the value, the box releases its reference to the value.
final class Handover<Value: Sendable>: Sendable {
    /// Safe to share: `init` writes the value before the task is created, and only that task takes the value.
    nonisolated(unsafe) private var value: Value?

    init(_ value: consuming Value) { self.value = value }

    func take() -> Value {
        guard let value = value.take() else { preconditionFailure("the value was taken twice") }
        return value
    }
}
