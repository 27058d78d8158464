import Dispatch
import ModuleKit
import Synchronization
import TestSupport
import Testing

@_spi(Host) @testable import Mediator

@Suite(.timeLimit(.minutes(2))) struct `A promise` {
    @Test func `a promise keeps its first value`() async {
        let promise = Promise<Int>()
        #expect(promise.value == nil)
        #expect(promise.fulfill(1))
        #expect(!promise.fulfill(2))
        #expect(promise.value == 1)
        #expect(await promise.wait() == 1)
        #expect(await promise.waitUnlessCancelled() == 1)
    }

    @Test func `a promise gives its value to every waiter`() async {
        let promise = Promise<Int>()
        let tasks = (0..<8).map { place in
            Task { place.isMultiple(of: 2) ? await promise.wait() : await promise.waitUnlessCancelled() }
        }
        promise.fulfill(3)
        for task in tasks { #expect(await task.value == 3) }
    }

    @Test func `cancellation releases a waiter of waitUnlessCancelled, and no other waiter`() async {
        let promise = Promise<Int>()
        let patient = Task { await promise.wait() }
        let steady = Task { await promise.waitUnlessCancelled() }
        let cancelled = Task { await promise.waitUnlessCancelled() }
        patient.cancel()
        cancelled.cancel()
        #expect(await cancelled.value == nil)
        promise.fulfill(4)
        #expect(await patient.value == 4)
        #expect(await steady.value == 4)
    }

    @Test func `a cancelled waiter gets a value that came before the cancellation`() async {
        let promise = Promise<Int>()
        promise.fulfill(5)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await promise.waitUnlessCancelled()
        }
        #expect(await task.value == 5)
    }

    @Test(arguments: [Duration.zero, .milliseconds(1), .seconds(-1)])
    func `a promise gets a scheduled value after the delay`(_ limit: Duration) async {
        let promise = Promise<String>()
        promise.fulfill("late", after: limit)
        #expect(await promise.wait() == "late")
    }

    @Test func `a scheduled value does not replace an earlier value`() async {
        let (promise, other) = (Promise<String>(), Promise<String>())
        promise.fulfill("late", after: .milliseconds(20))
        promise.fulfill("late", after: .seconds(Int64.max))
        let isInTime = promise.fulfill("in time")
        other.fulfill("late", after: .milliseconds(21))
        #expect(await other.wait() == "late")
        // This thread may have been held for longer than 20 ms.
        #expect(promise.value == (isInTime ? "in time" : "late"))
    }
}

@Suite(.timeLimit(.minutes(2))) struct `The clock of deadlines` {
    private final class Operation: TimeLimited {
        let promise = Promise<Bool>()
        private let end: ContinuousClock.Instant

        init(_ limit: Duration) { end = .now + limit }

        var timeLeft: Duration? { promise.value == nil ? end - .now : nil }

        func expire() { promise.fulfill(true) }
    }

    @Test func `two deadlines expire if the sooner one is added last`() async {
        let clock = Deadlines()
        let (later, sooner) = (Operation(.milliseconds(20)), Operation(.milliseconds(1)))
        clock.watch(later)
        clock.watch(sooner)
        #expect(await sooner.promise.wait())
        #expect(await later.promise.wait())
    }

    @Test func `the clock drops operations that ended before their deadlines`() {
        let clock = Deadlines()
        for _ in 0..<10_000 {
            let operation = Operation(.seconds(3_600))
            clock.watch(operation)
            operation.promise.fulfill(false)
        }
        #expect(clock.count <= 128)
    }

    @Test func `a promise gets a scheduled value when the clock is advanced to its time`() async {
        let clock = Deadlines()
        let (sooner, later) = (Promise<Int>(), Promise<Int>())
        sooner.fulfill(1, after: .seconds(3_600), on: clock)
        later.fulfill(2, after: .seconds(7_200), on: clock)
        clock.advance(by: .seconds(3_599))
        #expect(sooner.value == nil)
        clock.advance(by: .seconds(1))
        #expect(await sooner.wait() == 1)
        #expect(later.value == nil)
        clock.advance(by: .seconds(3_600))
        #expect(await later.wait() == 2)
    }

    /// An operation whose thread pauses while the clock asks for its time left, or which blocks the clock's thread.
    private final class Obstacle: TimeLimited {
        let clock: Deadlines
        let end: Duration
        let pause: Duration
        let hold: DispatchSemaphore?
        let expired = Promise<Bool>()
        private let isWatched = Atomic(false)

        init(_ clock: Deadlines, _ limit: Duration, pause: Duration = .zero, hold: DispatchSemaphore? = nil) {
            (self.clock, end, self.pause, self.hold) = (clock, clock.now + limit, pause, hold)
        }

        var timeLeft: Duration? {
            if !isWatched.exchange(true, ordering: .relaxed) { clock.advance(by: pause) }
            return expired.value == nil ? end - clock.now : nil
        }

        func expire() {
            expired.fulfill(true)
            hold?.wait()
        }
    }

    @Test func `a deadline does not move if the thread pauses while the clock registers it`() {
        let clock = Deadlines()
        let operation = Obstacle(clock, .seconds(6_000), pause: .seconds(1_000))
        clock.watch(operation)
        clock.advance(by: .seconds(4_500))
        #expect(operation.expired.value == nil)
        clock.advance(by: .seconds(1_000))
        #expect(operation.expired.value == true)
    }

    @Test func `an error after the deadline is reported as the deadline, even if the clock is late`() async throws {
        let hold = DispatchSemaphore(value: 0)
        defer { hold.signal() }
        let scene = try Scene([
            Call("/slow") { (_: Request) async throws -> Bool in
                try await Task.sleep(for: .milliseconds(60))
                throw CancellationError()
            }.route
        ])
        let obstacle = Obstacle(scene.mediator.deadlines, .zero, hold: hold)
        scene.mediator.deadlines.watch(obstacle)
        #expect(await obstacle.expired.wait())
        let error = await scene.failure(of: "app://slow", options: RequestOptions(deadline: .milliseconds(30)))
        guard case .deadline = error?.reason else {
            Issue.record("found \(error)")
            return
        }
    }
}
