@_spi(Host) import ModuleTesting
import Synchronization
import TestSupport
import Testing

/// A module with a route, a service, and declarations that change.
private struct Changing: Module {
    static let info = ModuleInfo("Changing", "1.0", "Changes its declarations")
    let context: ModuleContext

    var routes: [Route] { Call("/changing/name") { _ in "name" } }
    var services: [Offer] { Offer(ServiceKey<Object>("object", "1.0")) { Object() } }
    var interceptors: [Interceptor] { Self.answering("first") }

    final class Object: Sendable {}

    static func answering(_ text: String, on pattern: String = "/changing/name") -> Interceptor {
        Interceptor(text, on: pattern).afterwards { _, outcome in
            if case .answered(.value(let value)) = outcome, let name = try? value.decode(as: String.self) {
                return .answered(.value(Payload(name + " " + text)))
            }
            return outcome
        }
    }
}

@Suite(.timeLimit(.minutes(2))) struct `A module that redeclares` {
    private static func name(_ harness: ModuleHarness<Changing>) async throws -> String {
        try await harness.call("app://changing/name")
    }

    @Test func `new interceptors and subscriptions apply from the next request`() async throws {
        let harness = try await ModuleHarness(Changing.self)
        let told = Mutex(0)
        #expect(try await Self.name(harness) == "name first")
        try harness.module.context.redeclare(
            interceptors: [Changing.answering("second"), Changing.answering("third")],
            subscriptions: [Subscription(to: "told") { (_: Int) in told.withLock { $0 += 1 } }])
        #expect(try await Self.name(harness) == "name third second")
        #expect(await harness.publish("told", 1).count == 1)
        try harness.module.context.redeclare(interceptors: [], subscriptions: [])
        #expect(try await Self.name(harness) == "name")
        #expect(await harness.publish("told", 1).count == 0)
        #expect(told.withLock(\.self) == 1)
    }

    @Test func `a redeclaration keeps the instances of services`() async throws {
        let harness = try await ModuleHarness(Changing.self)
        let before = try harness.service(ServiceKey<Changing.Object>("object", "1.0"))
        try harness.module.context.redeclare(interceptors: [], subscriptions: [])
        #expect(try harness.service(ServiceKey<Changing.Object>("object", "1.0")) === before)
    }

    @Test func `invalid declarations change nothing`() async throws {
        let harness = try await ModuleHarness(Changing.self)
        let faulty = [Changing.answering("a", on: "/:"), Changing.answering("b"), Changing.answering("b")]
        let error = #expect(throws: RegistrationError.self) {
            try harness.module.context.redeclare(interceptors: faulty, subscriptions: [])
        }
        guard case .invalid(let faults, "Changing")? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(faults.count == 2)
        let circle = [Interceptor("a", before: ["b"]), Interceptor("b", before: ["a"])]
        #expect(throws: RegistrationError.self) {
            try harness.module.context.redeclare(interceptors: circle, subscriptions: [])
        }
        #expect(try await Self.name(harness) == "name first")
    }

    @Test func `a request keeps the interceptors with which it began`() async throws {
        let gate = TaskGate()
        let harness = try await ModuleHarness(Changing.self)
        let waiting = Interceptor("waiting") { _ in
            await gate.pass()
            return .pass
        }
        try harness.module.context.redeclare(
            interceptors: [waiting, Changing.answering("old")], subscriptions: [])
        async let name = Self.name(harness)
        try await Condition.becomesTrue { gate.arrivals == 1 }
        try harness.module.context.redeclare(interceptors: [Changing.answering("new")], subscriptions: [])
        gate.open()
        #expect(try await name == "name old")
        #expect(try await Self.name(harness) == "name new")
    }

    @Test func `replaced interceptors are released`() throws {
        let mediator = Switchboard(navigator: RecordingNavigator())
        let context = ModuleContext(name: "Changing", mediator: mediator, validity: ContextValidity())
        var object: Changing.Object? = Changing.Object()
        weak let captured = object
        var registration = Registration(owner: "Changing")
        registration.interceptors = [
            Interceptor("first") { [object] _ in
                withExtendedLifetime(object) {}
                return .pass
            }
        ]
        try mediator.register(registration)
        (registration, object) = (Registration(owner: "Changing"), nil)
        #expect(mediator.interceptors.map(\.name) == ["Changing.first"] && captured != nil)
        try context.redeclare(interceptors: [], subscriptions: [])
        #expect(mediator.interceptors.isEmpty && captured == nil)
    }

    @Test func `redeclare has no effect without a registered module, or from another generation`() async throws {
        let mediator = Switchboard(navigator: RecordingNavigator())
        let (old, new) = (ContextValidity(), ContextValidity())
        let contexts = [old, new].map { ModuleContext(name: "Changing", mediator: mediator, validity: $0) }
        let declared = [Changing.answering("other")]
        try contexts[1].redeclare(interceptors: declared, subscriptions: [])
        #expect(mediator.interceptors.isEmpty)
        var registration = Changing(context: contexts[1]).registration
        registration.context = new
        try mediator.register(registration)
        try contexts[0].redeclare(interceptors: declared, subscriptions: [])
        #expect(mediator.interceptors.map(\.name) == ["Changing.first"])
        try contexts[1].redeclare(interceptors: declared, subscriptions: [])
        #expect(mediator.interceptors.map(\.name) == ["Changing.other"])
        new.end()
        try contexts[1].redeclare(interceptors: [], subscriptions: [])
        #expect(mediator.interceptors.map(\.name) == ["Changing.other"])
    }
}
