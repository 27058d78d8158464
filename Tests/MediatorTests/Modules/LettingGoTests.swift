@_spi(Host) import ModuleTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A module that is unregistered` {
    /// What a module holds on to, such as a data base.
    private final class Belonging: Sendable {
        let answer = 7
    }

    /// Keeps a belonging as long as nobody takes it away.
    private static func register(_ owner: String, in mediator: Switchboard) throws -> () -> Belonging? {
        let belonging = Belonging()
        try mediator.register([Call("/\(owner)") { _ in belonging.answer }.routes[0]], owner: owner)
        return { [weak belonging] in belonging }
    }

    @Test func `an unregistered module lets go of all that its routes hold, asked or not`() async throws {
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

    @Test func `an unregistered module stays for the request that it still answers, and goes with it`() async throws {
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
