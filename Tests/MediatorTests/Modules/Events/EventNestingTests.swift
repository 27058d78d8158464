@_spi(Host) import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A subscriber` {
    private let assembly = Assembly()
    private let log = Log()

    @Test func `a subscriber may call other modules`() async throws {
        let (log, mediator) = (log, assembly.mediator)
        try assembly.register("Rent", routes: [Call("/rent/count") { _ in 7 }.routes[0]])
        try assembly.subscribe("Asker", to: "asked") { (_: Int) in
            log.add("\(try await mediator.call("/rent/count", as: Int.self, origin: .module("Asker")))")
        }
        #expect(await mediator.publish("asked", 1).failures.isEmpty)
        #expect(log.all == ["7"])
    }

    @Test func `a subscriber may call the publishing module, which publishes another event`() async throws {
        let (log, mediator) = (log, assembly.mediator)
        @RoutesBuilder var routes: [Route] {
            Call("/outer") { _ in await mediator.publish("asked", 1).failures.count }
            Call("/inner") { _ in await mediator.publish("answered", 2).count }
        }
        try assembly.register("Rent", routes: routes)
        try assembly.subscribe("Asker", to: "asked") { (_: Int) in
            log.add("\(try await mediator.call("/inner", as: Int.self, origin: .shell))")
        }
        try assembly.subscribe("Listener", to: "answered") { (number: Int) in log.add("answered \(number)") }
        #expect(try await mediator.call("/outer", as: Int.self, origin: .shell) == 0)
        #expect(log.all == ["answered 2", "1"])
    }

    @Test func `a cycle of events stops after 16, and the note shows the chain`() async throws {
        let (log, mediator) = (log, assembly.mediator)
        try assembly.subscribe("Ping", to: "ping") { (number: Int) in
            log.add("ping")
            await mediator.publish("pong", number)
        }
        try assembly.subscribe("Pong", to: "pong") { (number: Int) in
            log.add("pong")
            await mediator.publish("ping", number)
        }
        let delivery = await mediator.publish("ping", 1)
        #expect(delivery.failures.isEmpty)
        #expect(log.all.count == 16)
        #expect(assembly.notes.all.count == 1)
        #expect(assembly.notes.all[0].contains("Ping failed at the event ping: more than 16 nested events"))
        #expect(assembly.notes.all[0].contains("ping → pong → ping → pong → …; break the loop"))
    }

    @Test func `a cycle of events through requests stops`() async throws {
        let mediator = assembly.mediator
        try assembly.register(
            "Rent", routes: [Call("/again") { _ in await mediator.publish("ping", 1).count }.routes[0]])
        try assembly.subscribe("Ping", to: "ping") { (_: Int) in
            _ = try await mediator.call("/again", as: Int.self, origin: .shell)
        }
        await mediator.publish("ping", 1)
        #expect(assembly.notes.all.count == 1)
        #expect(assembly.notes.all[0].contains("break the loop"))
    }

    /// Each subscriber starts a task that publishes the next event after its own event has ended.
    @Test func `events that a subscriber's tasks publish after its event are not nested`() async throws {
        let mediator = assembly.mediator
        let isOver = (0...50).map { _ in AsyncStream<Void>.makeStream() }
        let (end, ended) = AsyncStream<Delivery>.makeStream()
        try assembly.subscribe("Clock", to: "tick") { (number: Int) in
            Task {
                for await _ in isOver[number].stream {}
                guard number < 50 else { return ended.finish() }
                ended.yield(await mediator.publish("tick", number + 1))
                isOver[number + 1].continuation.finish()
            }
        }
        await mediator.publish("tick", 0)
        isOver[0].continuation.finish()
        var failures = 0
        for await delivery in end { failures += delivery.failures.count }
        #expect(failures == 0)
    }

    /// Each subscriber starts a task that publishes the next event immediately, while its own is still delivered.
    @Test func `events that a subscriber's tasks publish during its event are not nested`() async throws {
        let mediator = assembly.mediator
        let (end, ended) = AsyncStream<Int>.makeStream()
        try assembly.subscribe("Clock", to: "tick") { (number: Int) in
            guard number < 200 else { return ended.finish() }
            Task { ended.yield(await mediator.publish("tick", number + 1).failures.count) }
        }
        await mediator.publish("tick", 0)
        var failures = 0
        for await count in end { failures += count }
        #expect(failures == 0)
    }

    @Test func `subscribers get an event even if the publisher's task is cancelled`() async throws {
        let (log, mediator) = (log, assembly.mediator)
        try assembly.subscribe("First", to: "asked") { (_: Int) in
            try await Task.sleep(for: .milliseconds(1))
            log.add("First")
        }
        try assembly.subscribe("Second", to: "asked") { (_: Int) in log.add("Second \(Task.isCancelled)") }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await mediator.publish("asked", 1).failures.count
        }
        #expect(await task.value == 0)
        #expect(log.all == ["First", "Second false"])
    }

    @Test func `subscribers get the events of many concurrent publishers`() async throws {
        let (log, mediator) = (log, assembly.mediator)
        for owner in ["A", "B"] { try assembly.subscribe(owner, to: "asked") { (_: Int) in log.add(owner) } }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<200 { await mediator.publish("asked", 1) } }
            }
        }
        #expect(log.all.count == 3_200)
    }
}
