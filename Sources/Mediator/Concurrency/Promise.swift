import Synchronization

/// A value that comes once, for any number of waiting tasks: the first value stands, later ones have no effect.
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

    /// A `Mutex` of the state itself would be of a generic type, which the end of each promise looks up twice.
    private let lock = Mutex(())
    /// Safe to share: it is read and written in `withState` alone, by one thread at a time.
    nonisolated(unsafe) private var state = State()

    /// Creates a promise without a value.
    public init() {}

    /// The value, once there is one.
    public var value: Value? { withState { $0.value } }

    @inline(__always) private func withState<Result>(_ body: (inout State) -> Result) -> Result {
        lock.withLock { _ in body(&state) }
    }

    /// Gives the promise its value unless it has one, and returns whether this call did so.
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

    /// Gives the promise a value after a time on a clock, a day at most, unless it has one by then.
    ///
    /// The pending value does not keep the promise alive.
    public func fulfill(_ value: Value, after limit: Duration, on clock: Deadlines = .shared) {
        fulfill(value, at: clock.now + min(limit, .seconds(86_400)), on: clock)
    }

    /// Gives the promise a value at a time on a clock, unless it has one by then.
    fileprivate func fulfill(_ value: Value, at end: Duration, on clock: Deadlines) {
        clock.watch(Expiry(promise: self, value: value, end: end, clock))
    }

    /// Waits for the value; cancelling the task has no effect.
    public func wait() async -> Value {
        let value = await withUnsafeContinuation { enqueue($0, as: nil) }
        guard let value else { preconditionFailure("only a waiter with a number is released without a value") }
        return value
    }

    /// Waits for the value; returns `nil` if the waiting task is cancelled first, which releases that task alone.
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

    /// Enqueues a continuation, unless it can be resumed at once.
    private func enqueue(_ continuation: UnsafeContinuation<Value?, Never>, as number: Int?) {
        let (isWaiting, value) = withState { state in
            if let value = state.value { return (false, Value?.some(value)) }
            // A task that is cancelled before it waits finds no waiter to release.
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

    /// The end of a promise's time: gives the promise a value at a point in time.
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

/// A value that is handed over once, so that the giver keeps no reference to it.
final class Handover<Value: Sendable>: Sendable {
    /// Safe to share: it is written before the task is made, and read by that task alone.
    nonisolated(unsafe) private var value: Value?

    init(_ value: consuming Value) { self.value = value }

    func take() -> Value {
        guard let value = value.take() else { preconditionFailure("it was taken before") }
        return value
    }
}
