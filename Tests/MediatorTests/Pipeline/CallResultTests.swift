@_spi(Host) import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The result of a call` {
    final class Cache: Sendable { let size = 3 }
    protocol Sized { var size: Int { get } }
    struct Box: Sized { let size = 4 }
    struct Tick: Codable, Equatable { let number: Int }
    struct Tock: Decodable, Equatable { let number: Double }
    struct Failure: Error {}

    private static func scene() throws -> Scene {
        try Scene([
            Call(object: "/cache") { _ in Cache() }.route,
            Call(object: "/box") { _ in Box() }.route,
            Call("/value") { _ in 1 }.route,
            Call(stream: "/ticks") { request in
                let count: Int = try request.parameters.value("count")
                return AsyncStream { continuation in
                    for number in 0..<count { continuation.yield(Tick(number: number)) }
                    continuation.finish()
                }
            }.route,
            Call(stream: "/broken") { _ in
                AsyncThrowingStream<Int, any Error> { continuation in
                    continuation.yield(1)
                    continuation.finish(throwing: Failure())
                }
            }.route,
        ])
    }

    @Test func `a call returns an object as its class or as a protocol`() async throws {
        let mediator = try Self.scene().mediator
        #expect(try await mediator.call("app://cache", as: Cache.self, origin: .shell).size == 3)
        #expect(try await mediator.call("app://box", as: (any Sized & Sendable).self, origin: .shell).size == 4)
    }

    @Test func `an object is returned only as its type, and cannot be encoded or compared`() async throws {
        let mediator = try Self.scene().mediator
        let wrong = await #expect(throws: RequestError.self) {
            try await mediator.call("app://cache", as: Box.self, origin: .shell).size
        }
        #expect("\(try #require(wrong))".contains("expected Box, found Cache"))
        guard case .unreadableValue("app://cache", .handler("/cache", "Rent"), .mismatch) = wrong?.reason else {
            Issue.record("found \(String(describing: wrong))")
            return
        }
        #expect(
            "\(try #require(wrong))".hasPrefix("the value of app://cache from Rent's route /cache cannot be read: "))
        let text = await #expect(throws: RequestError.self) {
            try await mediator.call("app://cache", as: String.self, origin: .shell)
        }
        #expect("\(try #require(text))".contains("never leaves the process"))
        let payload = try await mediator.call("app://cache", origin: .shell)
        #expect(throws: PayloadError.self) { try payload.json() }
        #expect(payload != payload)
    }

    @Test func `a stream delivers its values in order, in the caller's type`() async throws {
        let mediator = try Self.scene().mediator
        var ticks: [Tick] = []
        for try await tick in try await mediator.stream("app://ticks?count=3", of: Tick.self, origin: .shell) {
            ticks.append(tick)
        }
        #expect(ticks == [Tick(number: 0), Tick(number: 1), Tick(number: 2)])
        var tocks: [Tock] = []
        for try await tock in try await mediator.stream("app://ticks?count=1", of: Tock.self, origin: .shell) {
            tocks.append(tock)
        }
        #expect(tocks == [Tock(number: 0)])
    }

    @Test func `a stream throws if it fails after some values, or if a value has another type`() async throws {
        let mediator = try Self.scene().mediator
        var broken = try await mediator.stream("app://broken", of: Int.self, origin: .shell).makeAsyncIterator()
        #expect(try await broken.next() == 1)
        await #expect(throws: Failure.self) { try await broken.next() }
        var mistyped = try await mediator.stream("app://ticks?count=1", of: [Int].self, origin: .shell)
            .makeAsyncIterator()
        await #expect(throws: PayloadError.self) { try await mistyped.next() }
    }

    @Test func `the error for an answer of another type names the interceptor that gave it`() async throws {
        let scene = try Self.scene()
        try scene.register(
            interceptors: [Interceptor("i", on: "/value") { _ in .answer(Response.value(Payload("one"))) }],
            owner: "Guard")
        let error = await #expect(throws: RequestError.self) {
            try await scene.mediator.call("app://value", as: Int.self, origin: .shell)
        }
        #expect("\(try #require(error))".contains("from Guard's interceptor i cannot be read"))
    }

    @Test func `an error names a value that is read as a stream, or a stream that is read as a value`() async throws {
        let mediator = try Self.scene().mediator
        let one = await #expect(throws: RequestError.self) {
            try await mediator.stream("app://value", of: Int.self, origin: .shell)
        }
        #expect("\(try #require(one))".contains("it is one value"))
        let many = await #expect(throws: RequestError.self) {
            try await mediator.call("app://ticks?count=1", as: Int.self, origin: .shell)
        }
        #expect("\(try #require(many))".contains("it is a stream"))
    }
}
