@_spi(Host) import ModuleKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A subscriber that fails` {
    private struct Broken: Error, CustomStringConvertible {
        var description: String { "the shelf is broken; mend it" }
    }

    private let assembly = Assembly()
    private let log = Log()

    /// Registers the failing subscription between two that succeed, and publishes 7.
    private func delivery(_ failing: Subscription) async throws -> Delivery {
        let log = log
        try assembly.subscribe("Before", to: "number") { (number: Int) in log.add("Before \(number)") }
        try assembly.register("Failing", subscriptions: [failing])
        try assembly.subscribe("After", to: "number") { (number: Int) in log.add("After \(number)") }
        let delivery = await assembly.mediator.publish("number", 7)
        #expect(log.all == ["Before 7", "After 7"])
        #expect(delivery.count == 3)
        #expect(delivery.failures.map(\.module) == ["Failing"])
        #expect(assembly.notes.all.count == 1)
        #expect(assembly.notes.all[0].hasPrefix("Failing failed at the event number: "))
        return delivery
    }

    @Test func `a subscriber that does not start for an event is reported and left out`() async throws {
        var idle = Registration(owner: "Idle")
        idle.subscriptions = [Subscription(to: Event<Int>("number")) { _ in }]
        let sleepers = Sleepers([idle], in: assembly.mediator) { _ in throw Broken() }
        #expect(await assembly.mediator.publish(Event<Int>("number"), 1).count == 0)
        #expect(sleepers.started == ["Idle"])
        #expect(assembly.notes.all == ["Idle did not start for the event number: the shelf is broken; mend it"])
    }

    @Test func `a subscriber's error is reported, and the other subscribers get the event`() async throws {
        let delivery = try await delivery(Subscription(to: "number") { (_: Int) in throw Broken() })
        #expect(delivery.failures[0].reason is Broken)
        #expect(assembly.notes.all[0].hasSuffix("the shelf is broken; mend it"))
    }

    @Test func `a value that does not fit the subscriber's type is reported with both types`() async throws {
        let delivery = try await delivery(Subscription(to: "number") { (_: [String]) in })
        guard case PayloadError.mismatch("Array<String>", "Int", _) = delivery.failures[0].reason else {
            Issue.record("found \(delivery.failures[0].reason)")
            return
        }
        #expect(assembly.notes.all[0].contains("expected Array<String>, found Int"))
    }

    @Test func `a subscriber that ignores its deadline and its cancellation is abandoned`() async throws {
        let hanging = Subscription(to: "number") { (_: Int) in await withUnsafeContinuation { _ in } }
            .deadline(.milliseconds(20))
        let delivery = try await delivery(hanging)
        #expect("\(delivery.failures[0].reason)".hasPrefix("its subscription to number did not end within 0.02 s"))
        #expect(assembly.notes.all[0].contains("did not end within 0.02 s"))
    }

    @Test func `a subscriber that ends after its deadline is reported again`() async throws {
        let gate = TaskGate()
        let slow = Subscription(to: "number") { (_: Int) in await gate.pass() }.deadline(.milliseconds(20))
        let delivery = try await delivery(slow)
        #expect(delivery.failures.count == 1)
        #expect(assembly.notes.all.count == 1)
        gate.open()
        let notes = assembly.notes
        try await Condition.becomesTrue { notes.all.count == 2 }
        #expect(notes.all[1].contains("'s subscription to number ended after its time was up"))
    }

    @Test func `a subscriber is cancelled at its deadline`() async throws {
        let log = log
        let (cancelled, isCancelled) = AsyncStream<Void>.makeStream()
        try assembly.register(
            "Slow",
            subscriptions: [
                Subscription(to: "number") { (_: Int) in
                    try? await Task.sleep(for: .seconds(3_600))
                    if Task.isCancelled { log.add("cancelled") }
                    isCancelled.finish()
                }.deadline(.milliseconds(20))
            ])
        await assembly.mediator.publish("number", 7)
        for await _ in cancelled {}
        #expect(log.all == ["cancelled"])
    }

    static let deadlines: [(given: Duration, taken: Duration)] = [
        (.seconds(-1), .zero), (.seconds(5), .seconds(5)), (.seconds(Int64.max), .seconds(86_400)),
    ]

    @Test(arguments: deadlines) func `a subscriber's deadline is 10 seconds by default, and between 0 and a day`(
        _ row: (given: Duration, taken: Duration)
    ) {
        let subscription = Subscription(to: "number") { (_: Int) in }
        #expect(subscription.deadline == .seconds(10))
        #expect(subscription.deadline(row.given).deadline == row.taken)
    }

    @Test func `a value that cannot be encoded fails only for subscribers with another type`() async throws {
        let log = log
        try assembly.subscribe("Other", to: "number") { (_: [Int]) in }
        try assembly.subscribe("Same", to: "number") { (number: Double) in log.add("\(number)") }
        let delivery = await assembly.mediator.publish("number", Double.infinity)
        #expect(delivery.failures.map(\.module) == ["Other"])
        guard case PayloadError.notEncodable("Double", _) = delivery.failures[0].reason else {
            Issue.record("found \(delivery.failures[0].reason)")
            return
        }
        #expect(log.all == ["inf"])
    }

    /// The publishing request has a shorter deadline than the subscriber.
    @Test func `a subscriber that hangs does not fail the publishing request or use its time`()
        async throws
    {
        let mediator = assembly.mediator
        let hanging = Subscription(to: "number") { (_: Int) in await withUnsafeContinuation { _ in } }
            .deadline(.seconds(2))
        try assembly.register("Hanging", subscriptions: [hanging])
        @RoutesBuilder var routes: [Route] {
            Call("/count") { _ in await mediator.publish("number", 7).failures.count }
        }
        try assembly.register("Asked", routes: routes)
        let options = RequestOptions(deadline: .milliseconds(1500))
        #expect(try await mediator.call("/count", as: Int.self, origin: .shell, options: options) == 1)
    }
}
