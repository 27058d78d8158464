import TestSupport
@_spi(Host) import ModuleKit
import Testing

@testable import RemoteLookup

@Suite(.timeLimit(.minutes(1))) struct `The limit of connections` {
    @Test func `a deadline ends the wait for a slot, and the next caller gets the slot`() async throws {
        let slots = ConnectionLimit(1)
        let gate = Promise<Void>()
        let holder = Task { try await slots.run(within: .seconds(60)) { await gate.wait() } }
        try await Condition.becomesTrue { slots.isFull }
        await #expect(throws: TransportError.timedOut) { try await slots.run(within: .milliseconds(20)) {} }
        let cancelled = Task { try await slots.run(within: .seconds(60)) {} }
        cancelled.cancel()
        await #expect(throws: TransportError.cancelled) { try await cancelled.value }
        let next = Task { try await slots.run(within: .seconds(60)) { true } }
        gate.fulfill(())
        try await holder.value
        #expect(try await next.value)
        #expect(!slots.isFull)
    }

    @Test func `each origin has its own limit of connections`() {
        let network = Network(timing: .system)
        #expect(network.slots(of: "http://a.example") === network.slots(of: "http://a.example"))
        #expect(network.slots(of: "http://a.example") !== network.slots(of: "http://b.example"))
    }
}
