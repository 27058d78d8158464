import Synchronization
import TestSupport
@_spi(Host) import ModuleKit
import Testing

@testable import RemoteLookup

@Suite(.timeLimit(.minutes(1))) struct `A deadline` {
    @Test func `a deadline ends every operation that takes longer, and none that is removed before`() async throws {
        let deadlines = Deadlines(.system)
        let given = Mutex<Set<Int>>([])
        let removed = deadlines.add(after: .milliseconds(20)) { given.withLock { _ = $0.insert(1) } }
        // Later ones first: each earlier one needs an earlier alarm.
        for (number, milliseconds) in [(2, 60), (3, 40), (4, 30), (5, 60)] {
            _ = deadlines.add(after: .milliseconds(milliseconds)) { given.withLock { _ = $0.insert(number) } }
        }
        deadlines.remove(removed)
        try await Condition.becomesTrue { given.withLock { $0 == [2, 3, 4, 5] } }
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func `a deadline that is over already ends its operation at once`(time: Duration) async throws {
        let isGiven = Mutex(false)
        _ = Deadlines(.system).add(after: time) { isGiven.withLock { $0 = true } }
        try await Condition.becomesTrue { isGiven.withLock { $0 } }
    }

    @Test func `a deadline may be without end`() {
        let deadlines = Deadlines(.system)
        deadlines.remove(deadlines.add(after: .seconds(Int64.max)) {})
    }

    @Test func `a deadline ends the wait for a slot, and leaves the slot to the next`() async throws {
        let slots = ConnectionLimit(1, deadlines: Deadlines(.system))
        let gate = Promise<Void>()
        let holder = Task { try await slots.run(within: .seconds(60)) { await gate.wait() } }
        try await Condition.becomesTrue { slots.isFull }
        await #expect(throws: QuestionError.timedOut) { try await slots.run(within: .milliseconds(20)) {} }
        let cancelled = Task { try await slots.run(within: .seconds(60)) {} }
        cancelled.cancel()
        await #expect(throws: QuestionError.cancelled) { try await cancelled.value }
        let next = Task { try await slots.run(within: .seconds(60)) { true } }
        gate.fulfill(())
        try await holder.value
        #expect(try await next.value)
        #expect(!slots.isFull)
    }
}
