@_spi(Host) import ModuleTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(2))) struct `An unregistered module` {
    /// Something that a module holds, such as a database.
    private final class Belonging: Sendable {
        let answer = 7
    }

    /// Registers a module that holds a belonging, and returns weak access to it.
    private static func register(_ owner: String, in mediator: Switchboard) throws -> () -> Belonging? {
        let belonging = Belonging()
        try mediator.register([Call("/\(owner)") { _ in belonging.answer }.routes[0]], owner: owner)
        return { [weak belonging] in belonging }
    }

    @Test func `an unregistered module's handlers are released, whether or not they were called`() async throws {
        let mediator = Switchboard(navigator: RecordingNavigator())
        let first = try Self.register("First", in: mediator)
        let second = try Self.register("Second", in: mediator)
        #expect(try await mediator.call("/First", as: Int.self, origin: .shell) == 7)
        mediator.unregister(owner: "First")
        #expect(first() == nil)
        #expect(second() != nil)
        mediator.unregister(owner: "Second")
        #expect(second() == nil)
    }

    @Test func `an unregistered module's handler is released after the request that it still answers`() async throws {
        let mediator = Switchboard(navigator: RecordingNavigator())
        let (arrival, arrived) = AsyncStream<Void>.makeStream()
        let (release, released) = AsyncStream<Void>.makeStream()
        var belonging: Belonging? = Belonging()
        weak let weakBelonging = belonging
        try mediator.register(
            [
                Call("/slow") { [belonging] _ in
                    arrived.finish()
                    for await _ in release {}
                    return belonging?.answer ?? 0
                }.routes[0]
            ], owner: "Slow")
        belonging = nil
        async let answer = mediator.call("/slow", as: Int.self, origin: .shell)
        for await _ in arrival {}
        mediator.unregister(owner: "Slow")
        #expect(weakBelonging != nil)
        released.finish()
        #expect(try await answer == 7)
        #expect(weakBelonging == nil)
    }
}
