@_spi(Host) import ModuleKit
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

@Suite(.timeLimit(.minutes(2))) struct `The modules of a host` {
    struct Trouble: Error, CustomStringConvertible { let description = "no luck; try again" }

    private static let needsA = [Requirement("A", "1.0"..<"2.0")]
    private static let needsB = [Requirement("B", "1.0"..<"2.0")]

    @Test func `a module is started once, however many requests wait`() async throws {
        let gate = TaskGate()
        let troupe = await Troupe(["A": .init(start: { _ in await gate.pass() })])
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<100 { group.addTask { try await troupe.call("A").get() } }
            try await Condition.becomesTrue { gate.arrivals == 1 }
            gate.open()
            for try await answer in group { #expect(answer == "A") }
        }
        #expect(troupe.events == ["load A", "start A"])
    }

    @Test func `modules start after their required modules, and stop before them`() async throws {
        let troupe = await Troupe([
            "C": .init(requirements: Self.needsB), "B": .init(requirements: Self.needsA), "A": .init(), "D": .init(),
        ])
        #expect(try await troupe.call("C").get() == "C")
        #expect(troupe.events.filter { $0.hasPrefix("start") } == ["start A", "start B", "start C"])
        #expect(await troupe.runtime.stop("A") == ["C", "B", "A"])
        #expect(troupe.events.suffix(3) == ["stop C", "stop B", "stop A"])
        #expect(await troupe.failure(of: "C")?.code == .moduleNotStarted)
        #expect(await troupe.failure(of: "A")?.code == .noRoute)
        try await troupe.runtime.ensureStarted("A", isAsked: true)
        try await troupe.runtime.ensureStarted("C", isAsked: true)
        #expect(try await troupe.call("C").get() == "C")
        await troupe.runtime.stopAll()
        #expect(troupe.events.suffix(3) == ["stop C", "stop B", "stop A"])
    }

    @Test func `a start that never ends is abandoned at its deadline`() async throws {
        let gate = TaskGate()
        let limits = ModuleLimits(start: 5)
        let troupe = await Troupe(["A": .init(start: { _ in await gate.pass() })], limits: limits)
        defer { gate.open() }
        let error = await troupe.call("A")
        #expect("\(error)".contains("its start() did not end within 5 seconds, and was abandoned"))
        #expect(await troupe.state("A") == .failed)
        #expect(await troupe.failure(of: "A")?.code == .moduleNotStarted, "it was tried again without being asked for")
        gate.open()
        try await troupe.runtime.ensureStarted("A", isAsked: true)
        #expect(try await troupe.call("A").get() == "A")
    }

    @Test func `modules that block their threads do not keep another module from running`() async throws {
        let limits = ModuleLimits(start: 5)
        let hang = DispatchHang()
        defer { hang.end() }
        let part = Troupe.Part(start: { _ in hang.wait() })
        let troupe = await Troupe(["A": part, "B": part, "C": part, "D": part, "E": .init()], limits: limits)
        await withTaskGroup(of: Void.self) { group in
            for name in ["A", "B", "C", "D"] {
                group.addTask { if case .success = await troupe.call(name) { Issue.record("\(name) started") } }
            }
            #expect(await (try? troupe.call("E").get()) == "E")
        }
    }

    @Test func `a stop that never ends is abandoned at its deadline`() async throws {
        let gate = TaskGate()
        let limits = ModuleLimits(stop: 1)
        let troupe = await Troupe(["A": .init(stop: { await gate.pass() })], limits: limits)
        defer { gate.open() }
        _ = await troupe.call("A")
        await troupe.runtime.stop("A")
        #expect(await troupe.state("A") == .failed)
        #expect(await troupe.runtime.records(of: "A").first?.message?.contains("abandoned") == true)
    }

    @Test func `a module is stopped once, however often a stop is requested`() async throws {
        let gate = TaskGate()
        let troupe = await Troupe(["A": .init(stop: { await gate.pass() })])
        _ = await troupe.call("A")
        async let first = troupe.runtime.stop("A")
        try await Condition.becomesTrue { gate.arrivals == 1 }
        async let second = troupe.runtime.stop("A")
        async let third: Void = troupe.runtime.stopAll()
        gate.open()
        _ = await (first, second, third)
        #expect(troupe.events == ["load A", "start A", "stop A"])
        #expect(await troupe.state("A") == .stopped)
    }

    @Test func `a module whose start throws is not registered, and its context is invalid`() async throws {
        let leftBehind = TaskGate()
        let asked = Asked()
        let troupe = await Troupe([
            "A": .init(start: { context in
                Task {
                    await leftBehind.pass()
                    await asked.keep { try await context.call("app://B", as: String.self) }
                }
                throw Trouble()
            }), "B": .init(),
        ])
        let error = await troupe.call("A")
        #expect("\(error)".contains("it failed to start: no luck; try again"))
        leftBehind.open()
        try await Condition.becomesTrue { asked.outcome != nil }
        #expect(asked.outcome?.contains("A may not ask for app://B") == true)
        #expect(troupe.mediator.owner(of: RouteURL("app://A")) == nil)
        #expect(!troupe.events.contains("load B"))
    }

    @Test func `a started module whose routes clash is stopped immediately`() async throws {
        let troupe = await Troupe(["A": .init(), "B": .init(routes: [Call("/A") { _ in "" }.route])])
        let error = await troupe.runtime.error(of: "B")
        #expect("\(String(describing: error))".contains("matches the same URLs as A's"))
        #expect(troupe.events == ["load B", "start B", "stop B"])
    }

    @Test func `a reloaded module's old generation stops after its last request`() async throws {
        let gate = TaskGate()
        let slow = Call("/slow") { (_: Request) async -> String in
            await gate.pass()
            return "slow"
        }.route
        let troupe = await Troupe(["A": .init(routes: [slow])])
        let old = try #require(await troupe.runtime.module("A"))
        async let answer = troupe.call("slow")
        try await Condition.becomesTrue { gate.arrivals == 1 }
        #expect(try await troupe.runtime.reload(old) == 2)
        #expect(try await troupe.call("A").get() == "A")
        #expect(!troupe.events.contains("stop A"))
        #expect(await troupe.runtime.records(of: "A").first?.earlierInUse == 1)
        gate.open()
        #expect(try await answer.get() == "slow")
        try await Condition.becomesTrue { troupe.events.contains("stop A") }
        #expect(troupe.events == ["load A", "start A", "load A", "start A", "stop A"])
        await troupe.runtime.stopAll()
        #expect(troupe.events.last == "stop A" && troupe.events.count == 6)
    }

    @Test func `a reload isolates a module that the user isolated after its file was read`()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let store = try #require(ModuleStore(environment: ["XDG_DATA_HOME": folder.path("data")]))
            let update = ModuleFileReader(
                store: store, hold: StoreHold(store), host: try HostIdentity.current(), scans: ScanCache(cache: nil))
            let troupe = await Troupe(["A": .init()])
            let found = try #require(await troupe.runtime.module("A"))
            try store.isolate("A", IsolationLimits())
            _ = try await troupe.runtime.reload(found, by: update)
            #expect(await troupe.runtime.module("A")?.isolation == IsolationLimits())
        }
    }

    @Test func `a module that is removed during a restart loses its record and its routes`() async throws {
        let gate = TaskGate()
        let troupe = await Troupe(["A": .init(stop: { await gate.pass() })])
        _ = await troupe.call("A")
        async let forgotten = troupe.runtime.stop("A", because: .removed)
        try await Condition.becomesTrue { gate.arrivals == 1 }
        async let error = troupe.runtime.error(of: "A")
        gate.open()
        _ = await (forgotten, error)
        #expect(await troupe.runtime.records(of: "A").isEmpty)
        #expect(troupe.mediator.routes.isEmpty)
        await troupe.runtime.stopAll()
        #expect(troupe.events == ["load A", "start A", "stop A"])
    }

    @Test func `an update is refused if its requirements form a cycle`() async throws {
        let troupe = await Troupe(["B": .init(), "A": .init(requirements: Self.needsB)])
        #expect(try await troupe.call("A").get() == "A")
        let old = try #require(await troupe.runtime.module("B"))
        for requirements in [Self.needsA, Self.needsB] {
            let error = await troupe.runtime.error(updating: old.requiring(requirements))
            #expect("\(String(describing: error))".contains("a cycle: B → "))
        }
        #expect(await troupe.state("B") == .active)
        #expect(await troupe.runtime.stop("B") == ["A", "B"])
        _ = await troupe.runtime.error(updating: old.requiring(Self.needsA))
        #expect(await troupe.state("A") == .failed)
    }

    @Test func `a starting module can call other modules, but not itself`() async throws {
        let (asked, itself) = (Asked(), Asked())
        let troupe = await Troupe([
            "A": .init(start: { context in
                await asked.keep { try await context.call("app://B", as: String.self) }
                await itself.keep { try await context.call("app://A", as: String.self) }
            }), "B": .init(),
        ])
        #expect(try await troupe.call("A").get() == "A")
        #expect(asked.outcome == "B")
        #expect(itself.outcome?.contains("no route for app://A") == true)
        #expect(troupe.events.filter { $0.hasPrefix("load") } == ["load A", "load B"])
    }

    @Test func `a module that is needed during its own start is reported as a cycle`() async throws {
        let troupe = await Troupe([
            "A": .init(start: { context in _ = try await context.call("app://B", as: String.self) }),
            "B": .init(requirements: Self.needsA),
        ])
        let error = await troupe.call("A")
        #expect("\(error)".contains("it is needed while it starts: A → B → A"))
    }

    @Test func `a module's start continues if a waiting caller is cancelled`() async throws {
        let gate = TaskGate()
        let troupe = await Troupe(["A": .init(start: { _ in await gate.pass() })])
        let first = Task { await troupe.call("A") }
        try await Condition.becomesTrue { gate.arrivals == 1 }
        async let second = troupe.call("A")
        first.cancel()
        guard case .failure(let error) = await first.value, error.code == .cancelled else {
            Issue.record("it was not cancelled")
            return
        }
        gate.open()
        #expect(try await second.get() == "A")
        #expect(troupe.events == ["load A", "start A"])
    }
}

extension ModuleRuntime {
    /// The error of a module's start, if it fails.
    fileprivate func error(of name: String) async -> PluginProblem? {
        do throws(PluginProblem) {
            try await ensureStarted(name, isAsked: true)
            return nil
        } catch {
            return error
        }
    }

    /// The error of a module's update, if it fails.
    fileprivate func error(updating module: ModuleDescriptor) async -> PluginProblem? {
        do throws(PluginProblem) {
            _ = try await reload(module)
            return nil
        } catch {
            return error
        }
    }
}

extension ModuleDescriptor {
    /// A later version with other requirements.
    fileprivate func requiring(_ requirements: [Requirement]) -> ModuleDescriptor {
        ModuleDescriptor(
            info: ModuleInfo(name, "1.1", "", requirements: requirements), file: file,
            source: source, library: library, content: SHA256.hash(Array("2".utf8)), startsWithHost: false,
            isDisabled: false, problem: nil)
    }
}
