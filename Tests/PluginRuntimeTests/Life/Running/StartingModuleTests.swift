@_spi(Host) import ModuleKit
import Synchronization
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

@Suite(.timeLimit(.minutes(2))) struct `A module that starts, changes or ends` {
    private static let needsB = [Requirement("B", "1.0"..<"2.0")]

    @Test func `a starting module does not wait for a module that waits for it`() async throws {
        let (a, b) = (TaskGate(), TaskGate())
        let (ofB, ofA) = (Asked(), Asked())
        // Each asks for the other module only after both have begun.
        let troupe = await Troupe([
            "A": .init(start: { context in
                await a.pass()
                await ofB.keep { try await context.call("app://B", as: String.self) }
            }),
            "B": .init(start: { context in
                await b.pass()
                await ofA.keep { try await context.call("app://A", as: String.self) }
            }),
        ])
        async let first = troupe.call("A")
        async let second = troupe.call("B")
        try await Condition.becomesTrue { a.arrivals == 1 && b.arrivals == 1 }
        a.open()
        b.open()
        #expect(try await [first.get(), second.get()] == ["A", "B"])
        // The last request fails immediately.
        let outcomes = [ofA.outcome, ofB.outcome].compactMap(\.self)
        #expect(outcomes.filter { $0.contains("it is needed while it starts") }.count == 1, "\(outcomes)")
        #expect(outcomes.contains { $0 == "A" || $0 == "B" })
    }

    @Test func `a guard that waits for its caller's start is not bypassed`() async throws {
        let (a, g) = (TaskGate(), TaskGate())
        let (ofA, ofG) = (Asked(), Asked())
        let troupe = await Troupe([
            "A": .init(start: { context in
                await a.pass()
                await ofA.keep { try await context.call("app://B", as: String.self) }
            }), "B": .init(),
            "G": .init(
                interceptors: [Interceptor("guard", on: "/B") { _ in .refuse("closed") }],
                start: { context in
                    await g.pass()
                    await ofG.keep { try await context.call("app://A", as: String.self) }
                }),
        ])
        async let first = troupe.call("A")
        async let second = troupe.runtime.ensureStarted("G")
        try await Condition.becomesTrue { a.arrivals == 1 && g.arrivals == 1 }
        a.open()
        g.open()
        _ = try await (first.get(), second)
        #expect(ofA.outcome != nil && ofA.outcome != "B")
    }

    @Test func `a task that outlives its module's start does not count as a part of it`() async throws {
        let gate = TaskGate()
        let asked = Asked()
        let troupe = await Troupe([
            "B": .init(start: { context in
                Task {
                    await gate.pass()
                    await asked.keep { try await context.call("app://A", as: String.self) }
                }
            }), "A": .init(requirements: Self.needsB),
        ])
        #expect(try await troupe.call("B").get() == "B")
        gate.open()
        try await Condition.becomesTrue { asked.outcome != nil }
        #expect(asked.outcome == "A")
    }

    @Test func `an update is refused if its new requirement is stopped during the update`() async throws {
        let gate = TaskGate()
        let troupe = await Troupe([
            "A": .init(start: { _ in if gate.arrivals > 0 { await gate.pass() } }), "B": .init(),
        ])
        #expect(try await troupe.call("A").get() == "A")
        async let first: Void = gate.pass()
        try await Condition.becomesTrue { gate.arrivals == 1 }
        let update = Task { try await troupe.runtime.reload(Troupe.known("A", .init(requirements: Self.needsB))) }
        try await Condition.becomesTrue { gate.arrivals == 2 }
        await troupe.runtime.stop("B")
        gate.open()
        await first
        await #expect(throws: PluginProblem.self) { _ = try await update.value }
        #expect(try await troupe.call("A").get() == "A")
    }

    @Test func `a module stops before its required module, also if the host ends during the stop`() async throws {
        let gate = TaskGate()
        let troupe = await Troupe(["A": .init(requirements: Self.needsB, stop: { await gate.pass() }), "B": .init()])
        #expect(try await troupe.call("A").get() == "A")
        async let stopped = troupe.runtime.stop("A")
        try await Condition.becomesTrue { gate.arrivals == 1 }
        async let all: Void = troupe.runtime.stopAll()
        gate.open()
        _ = await (stopped, all)
        #expect(troupe.events.suffix(2) == ["stop A", "stop B"])
    }

    @Test func `a starting module is stopped before its required module`() async throws {
        let gate = TaskGate()
        let troupe = await Troupe([
            "A": .init(requirements: Self.needsB, start: { _ in await gate.pass() }), "B": .init(),
        ])
        async let answer = troupe.call("A")
        try await Condition.becomesTrue { gate.arrivals == 1 }
        async let stopped = troupe.runtime.stop("B")
        gate.open()
        #expect(await stopped == ["A", "B"])
        #expect(troupe.events.suffix(2) == ["stop A", "stop B"])
        _ = await answer
    }

    @Test func `an updated module stops before its new requirement`() async throws {
        let troupe = await Troupe(["A": .init(), "B": .init()])
        for name in ["A", "B"] { #expect(try await troupe.call(name).get() == name) }
        _ = try await troupe.runtime.reload(Troupe.known("A", .init(requirements: Self.needsB)))
        try await Condition.becomesTrue { troupe.events.last == "stop A" }
        await troupe.runtime.stopAll()
        #expect(troupe.events.suffix(2) == ["stop A", "stop B"])
    }

    @Test func `a refused update does not publish moduleWillStop`() async throws {
        let told = Mutex<[String]>([])
        let gate = TaskGate()
        let troupe = await Troupe([
            "A": .init(start: { _ in if gate.arrivals > 0 { await gate.pass() } }), "B": .init(),
        ])
        var listener = Registration(owner: "Listener")
        listener.subscriptions = [
            Subscription(to: .moduleWillStop) { change in told.withLock { $0.append(change.module) } }
        ]
        try troupe.mediator.register(listener)
        for name in ["A", "B"] { #expect(try await troupe.call(name).get() == name) }
        // While A is updated to require B, B is updated to require A.
        async let first: Void = gate.pass()
        try await Condition.becomesTrue { gate.arrivals == 1 }
        let update = Task { try await troupe.runtime.reload(Troupe.known("A", .init(requirements: Self.needsB))) }
        try await Condition.becomesTrue { gate.arrivals == 2 }
        let needsA = [Requirement("A", "1.0"..<"2.0")]
        _ = try await troupe.runtime.reload(Troupe.known("B", .init(requirements: needsA)))
        gate.open()
        await first
        await #expect(throws: PluginProblem.self) { _ = try await update.value }
        #expect(told.withLock(\.self).isEmpty)
        #expect(try await troupe.call("A").get() == "A")
    }

    @Test func `an update to a version that a running module does not accept is refused`() async throws {
        let needsFirst = [Requirement("B", "1.0"..<"2.0")]
        let troupe = await Troupe(["A": .init(requirements: needsFirst), "B": .init()])
        #expect(try await troupe.call("A").get() == "A")
        let second = ModuleDescriptor(
            info: ModuleInfo("B", "2.0", ""), file: "B", source: .option,
            library: ModuleLibrary(path: "B"),
            content: SHA256.hash([2]), startsWithHost: false, isDisabled: false, problem: nil)
        let error = await #expect(throws: PluginProblem.self) { _ = try await troupe.runtime.reload(second) }
        #expect("\(String(describing: error))".contains(" for the running module A, found version 2.0.0"))
        #expect(troupe.events == ["load B", "start B", "load A", "start A"])
        #expect(await troupe.runtime.records(of: "B").first?.failedUpdate != nil)
        #expect(try await troupe.call("B").get() == "B")
    }

    @Test func `a module can start after the module with clashing routes has stopped`() async throws {
        let late = Call("/late") { _ in "late" }.route
        let troupe = await Troupe(["A": .init(routes: [late]), "B": .init(routes: [late])])
        // A has not started, and its manifest has the route.
        await #expect(throws: PluginProblem.self) { try await troupe.runtime.ensureStarted("B") }
        #expect(await troupe.state("B") == .failed)
        try await troupe.runtime.ensureStarted("A")
        await troupe.runtime.stop("A")
        try await troupe.runtime.ensureStarted("B")
        #expect(try await troupe.call("B").get() == "B")
    }

    @Test func `a module cannot start after the host has stopped all modules`() async throws {
        let troupe = await Troupe(["A": .init()])
        await troupe.runtime.stopAll()
        await #expect(throws: PluginProblem.self) { try await troupe.runtime.ensureStarted("A", isAsked: true) }
        await #expect(throws: PluginProblem.self) { _ = try await troupe.runtime.reload(Troupe.known("A", .init())) }
        #expect(troupe.events.isEmpty)
    }

    @Test func `the storage is closed if a start fails or hangs, or if a stop hangs`() async throws {
        struct Refusal: Error {}
        let end = Promise<Void>()
        var limits = ModuleLimits()
        (limits.start, limits.stop) = (2, 2)
        let troupe = await Troupe(
            [
                "Failing": Troupe.Part(start: { _ in throw Refusal() }),
                "Hanging": Troupe.Part(start: { _ in await end.wait() }),
                "Staying": Troupe.Part(stop: { await end.wait() }),
                "Well": Troupe.Part(),
            ], limits: limits)
        for name in ["Failing", "Hanging", "Staying", "Well"] { try? await troupe.runtime.ensureStarted(name) }
        #expect(troupe.closed.withLock(\.self) == ["Failing", "Hanging"])
        for name in ["Staying", "Well"] { await troupe.runtime.stop(name) }
        #expect(troupe.closed.withLock(\.self) == ["Failing", "Hanging", "Staying"])
        end.fulfill(())
    }
}
