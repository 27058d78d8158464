@_spi(Host) import ModuleKit
import Synchronization
import TestSupport
import Testing

@testable import PluginRuntime

extension Event<String> {
    fileprivate static let news = Event("troupe.news", reach: .host)
}

@Suite(.timeLimit(.minutes(2))) struct `A module that starts without a request` {
    private static let service = ServiceKey<String>("troupe.name", "1.0")

    private static func offer(_ name: String) -> Offer { Offer(service) { name } }

    private static func provider(
        _ name: String, start: @escaping @Sendable (ModuleContext) async throws -> Void = { _ in }
    ) -> Troupe.Part { Troupe.Part(services: [offer(name)], start: start) }

    // MARK: - Events

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

    // MARK: - Services

    @Test func `modules with services start in their order before the first other module`() async throws {
        let troupe = await Troupe(["B": .init(), "C": Self.provider("C"), "A": Self.provider("A")])
        #expect(troupe.events.isEmpty)
        #expect(try await troupe.call("B").get() == "B")
        #expect(troupe.events.filter { $0.hasPrefix("start") } == ["start C", "start A", "start B"])
        #expect(troupe.mediator.services(Self.service, takenBy: "B") == ["A", "C"])
    }

    @Test func `the first requests all wait for the modules with services`() async throws {
        let slow = Self.provider("Slow") { _ in try await Task.sleep(for: .milliseconds(100)) }
        let found = Mutex<[Int]>([])
        let mediator = Mutex<Switchboard?>(nil)
        let count = Call("/count") { _ in
            let services = mediator.withLock(\.self)?.services(Self.service, takenBy: "B") ?? []
            found.withLock { $0.append(services.count) }
            return ""
        }
        let troupe = await Troupe(["Slow": slow, "Quick": Self.provider("Quick"), "B": .init(routes: [count.route])])
        mediator.withLock { $0 = troupe.mediator }
        await withTaskGroup { group in
            for _ in 1...8 { group.addTask { _ = await troupe.call("count") } }
        }
        #expect(found.withLock(\.self) == Array(repeating: 2, count: 8))
    }

    @Test func `a module with a service that needs a route during its start does not wait for itself`() async throws {
        let troupe = await Troupe([
            "A": Self.provider("A") { context in _ = try await context.call("app://B", as: String.self) },
            "B": .init(), "C": Self.provider("C"),
        ])
        #expect(try await troupe.call("B").get() == "B")
        #expect(troupe.events.filter { $0.hasPrefix("start") } == ["start A", "start B", "start C"])
    }

    @Test func `a module with a service that fails keeps no other module from starting`() async throws {
        let troupe = await Troupe(["A": Self.provider("A") { _ in throw Failing() }, "B": .init()])
        #expect(try await troupe.call("B").get() == "B")
        #expect(await troupe.state("A") == .failed)
    }

    @Test func `an event and the user also start the modules with services first`() async throws {
        for isEvent in [true, false] {
            let listener = Troupe.Part(subscriptions: [Subscription(to: .news) { _ in }])
            let troupe = await Troupe(["A": Self.provider("A"), "B": listener])
            if isEvent {
                await troupe.mediator.publish(.news, "")
            } else {
                try await troupe.runtime.ensureStarted("B", isAsked: true)
            }
            #expect(troupe.events.filter { $0.hasPrefix("start") } == ["start A", "start B"])
        }
    }

    @Test func `a module that works by itself starts with the host, after the modules with services`() async {
        let troupe = await Troupe(["B": .init(startsWithHost: true), "A": Self.provider("A"), "C": .init()])
        #expect(troupe.events.filter { $0.hasPrefix("start") } == ["start A", "start B"])
    }
}

private struct Failing: Error {}
