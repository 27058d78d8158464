@_spi(Host) import ModuleKit
import Synchronization
import TestSupport
import Testing

@testable import PluginRuntime

extension Event<String> {
    fileprivate static let news = Event("troupe.news", reach: .host)
}

@Suite(.timeLimit(.minutes(2))) struct `A module that starts without a request` {
    private static let needsB = [Requirement("B", "1.0"..<"2.0")]

    @Test func `a module with a subscription starts at the first event and receives it`() async {
        let heard = Mutex<[String]>([])
        let subscription = Subscription(to: .news) { news in heard.withLock { $0.append(news) } }
        let listener = Troupe.Part(subscriptions: [subscription])
        let troupe = await Troupe(["A": listener])
        #expect(troupe.events.isEmpty)
        let delivery = await troupe.mediator.publish(.news, "first")
        #expect(delivery.count == 1 && delivery.failures.isEmpty)
        #expect(await troupe.state("A") == .active)
        await troupe.mediator.publish(.news, "second")
        #expect(heard.withLock(\.self) == ["first", "second"])
        #expect(troupe.events == ["load A", "start A"])
    }

    @Test func `an event starts only the modules that subscribe to it`() async {
        let troupe = await Troupe(["A": .init(subscriptions: [Subscription(to: .news) { _ in }]), "B": .init()])
        await troupe.mediator.publish(Event<String>("troupe.other", reach: .host), "")
        #expect(troupe.events.isEmpty)
    }

    @Test func `a cancelled publisher also starts the subscribers`() async {
        let heard = Promise<String>()
        let troupe = await Troupe(["A": .init(subscriptions: [Subscription(to: .news) { heard.fulfill($0) }])])
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await troupe.mediator.publish(.news, "late")
        }.value
        #expect(await heard.wait() == "late")
    }

    @Test func `a subscriber that cannot start is left out, and the event reaches the others`() async {
        let heard = Promise<String>()
        let troupe = await Troupe([
            "A": .init(subscriptions: [Subscription(to: .news) { _ in }], start: { _ in throw Failing() }),
            "B": .init(subscriptions: [Subscription(to: .news) { heard.fulfill($0) }]),
        ])
        #expect(await troupe.mediator.publish(.news, "news").count == 1)
        #expect(await heard.wait() == "news")
        #expect(await troupe.state("A") == .failed)
        await troupe.mediator.publish(.news, "more")
        #expect(troupe.events.count { $0 == "start A" } == 1)
    }

    @Test func `a module that a user stopped or disabled does not start at an event`() async {
        for reason in [ModuleEnd.stopped, .disabled] {
            let troupe = await Troupe(["A": .init(subscriptions: [Subscription(to: .news) { _ in }])])
            await troupe.mediator.publish(.news, "first")
            await troupe.runtime.stop("A", because: reason)
            #expect(await troupe.mediator.publish(.news, "second").count == 0)
            #expect(troupe.events.count { $0 == "start A" } == 1)
        }
    }

    @Test func `a module that publishes during its start does not wait for itself`() async throws {
        let troupe = await Troupe([
            "A": .init(
                subscriptions: [Subscription(to: .news) { _ in }],
                start: { await $0.publish(.news, "from A") }),
            "B": .init(
                requirements: [Requirement("A", "1.0"..<"2.0")], subscriptions: [Subscription(to: .news) { _ in }]),
        ])
        #expect(try await troupe.call("A").get() == "A")
        #expect(await troupe.state("B") == .resolved)
        #expect(await troupe.mediator.publish(.news, "later").count == 2)
    }

    @Test func `no module starts at an event while the host ends`() async {
        let troupe = await Troupe(["A": .init(subscriptions: [Subscription(to: .news) { _ in }])])
        await troupe.runtime.stopAll()
        #expect(await troupe.mediator.publish(.news, "end").count == 0)
        #expect(troupe.events.isEmpty)
    }

    @Test(arguments: [true, false])
    func `a module stops although a module that requires it hears of the stop`(_ startsWithHost: Bool) async throws {
        let troupe = await Troupe([
            "B": .init(),
            "A": .init(
                requirements: Self.needsB, subscriptions: [Subscription(to: .moduleWillStop) { _ in }],
                startsWithHost: startsWithHost),
        ])
        #expect(try await troupe.call("B").get() == "B")
        await troupe.runtime.stop("B")
        #expect(troupe.events.last == "stop B")
        #expect(troupe.events.contains("start A") == startsWithHost)
    }

    @Test(arguments: [[], needsB])
    func `a stop that publishes an event does not wait for a subscriber that waits for the stop`(
        _ requirements: [Requirement]
    ) async throws {
        let mediator = Mutex<Switchboard?>(nil)
        let heard = [Subscription(to: .news) { _ in }]
        let stop = { @Sendable () async -> Void in
            _ = await mediator.withLock(\.self)?.publish(.news, "bye")
        }
        let troupe = await Troupe([
            "B": .init(subscriptions: requirements.isEmpty ? heard : [], stop: stop),
            "A": .init(requirements: requirements, subscriptions: requirements.isEmpty ? [] : heard),
        ])
        mediator.withLock { $0 = troupe.mediator }
        #expect(try await troupe.call("B").get() == "B")
        await troupe.runtime.stop("B")
        #expect(await troupe.state("B") == .stopped)
        #expect(troupe.events == ["load B", "start B", "stop B"])
    }

    @Test func `a module that received rules receives them again after it changed its process`() async {
        let heard = Mutex<[Int]>([])
        let rules = Event<[Payload]>.tableRules("A")
        let subscription = Subscription(to: rules) { rules in heard.withLock { $0.append(rules.count) } }
        let troupe = await Troupe(["A": .init(subscriptions: [subscription])])
        await troupe.mediator.publish(rules: ["A": [Payload("a"), Payload("b")]])
        #expect(heard.withLock(\.self) == [2])
        _ = await troupe.runtime.isolate("A", IsolationLimits())
        #expect(heard.withLock(\.self) == [2, 2])
    }

    @Test func `a module that works by itself starts with the host`() async {
        let troupe = await Troupe(["B": .init(startsWithHost: true), "C": .init()])
        #expect(troupe.events == ["load B", "start B"])
    }
}

private struct Failing: Error {}
