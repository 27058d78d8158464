@_spi(Host) import Mediator

/// The clock of a module's context; it follows real time, and tests also move it with `harness.advance(by:)`.
///
/// The deadlines of requests use the same clock.
public struct ModuleClock: Clock {
    let deadlines: Deadlines

    /// The present instant.
    public var now: ContinuousClock.Instant { Deadlines.start + deadlines.now }

    /// The smallest step, 1 nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Waits until an instant; returns immediately if it has passed.
    /// - Throws: `CancellationError` if the task is cancelled first.
    public func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration? = nil) async throws {
        try await deadlines.sleep(until: Deadlines.start.duration(to: deadline))
    }
}

extension ModuleContext {
    /// The clock of the module's requests and tasks.
    public var clock: ModuleClock { ModuleClock(deadlines: mediator.deadlines) }

    /// Runs a closure in the background, until it returns, its task is cancelled or the module stops.
    ///
    /// ```swift
    /// context.background { for await order in orders { try await send(order) } }
    /// ```
    ///
    /// The closure may run longer than the current request. The host cancels it before `stop()`, without waiting for
    /// its end. If it throws, the error is written to the module's log. Call this in `start()` or later; after the
    /// module has stopped, it has no effect.
    @discardableResult
    public func background(_ work: @escaping @Sendable () async throws -> Void) -> Task<Void, Never> {
        validity.run { [self] in await note(work) }
    }

    /// Runs a closure again and again at an interval, until the task is cancelled or the module stops.
    ///
    /// ```swift
    /// context.every(.seconds(60)) { try await mailbox.refresh() }
    /// ```
    ///
    /// The context's clock measures the interval, which is at least 1 ms. The first run begins after one interval. Runs
    /// never overlap: if runs become due during another run, one of them begins immediately after it, and the others
    /// are skipped. If the closure throws, its error is written to the module's log, and the next run begins as usual.
    @discardableResult
    public func every(_ interval: Duration, _ work: @escaping @Sendable () async throws -> Void) -> Task<Void, Never> {
        let interval = max(interval, .milliseconds(1))
        let first = clock.now + interval
        return background { [self] in
            var next = first
            while true {
                try await clock.sleep(until: next, tolerance: nil)
                next += interval * (1 + Int((clock.now - next) / interval))
                await note(work)
            }
        }
    }

    /// Runs a closure and logs its error, unless the task was cancelled.
    private func note(_ work: () async throws -> Void) async {
        do {
            try await work()
        } catch {
            if !Task.isCancelled { log(.error, "work in the background failed: \(error.inWords)") }
        }
    }
}
