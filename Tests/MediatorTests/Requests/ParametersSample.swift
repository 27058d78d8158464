@_spi(Host) import ModuleTesting
import Synchronization
import Testing

/// A request to a route, which tests how its parameters are decoded.
struct ParametersSample {
    private let url: String
    private let pattern: String
    private let body: Payload?

    init(_ url: String, pattern: String = "/x", body: Payload? = nil) {
        self.url = url
        self.pattern = pattern
        self.body = body
    }

    init(_ url: String, pattern: String = "/x", json: String) throws {
        self.init(url, pattern: pattern, body: try Payload(json: Array(json.utf8)))
    }

    /// Returns the decoded value, or throws the error of the decoder unchanged.
    func decode<Value: Decodable & Sendable>(as type: Value.Type = Value.self) async throws -> Value {
        try await read { try $0.decode(as: type) }
    }

    /// Returns the error of decoding.
    func error<Value: Decodable & Sendable>(decoding type: Value.Type) async throws -> ParametersError {
        try #require(await #expect(throws: ParametersError.self) { try await decode(as: type) })
    }

    /// Returns the result of a closure for the request.
    func read<Value: Sendable>(_ read: @escaping @Sendable (Request) throws -> Value) async throws -> Value {
        let answer = Answer<Value>()
        let mediator = Switchboard(navigator: RecordingNavigator())
        let route = Call(pattern) { request in answer.set(try read(request)) ? 1 : 0 }.routes[0]
        try mediator.register([route], owner: "Sample")
        do {
            _ = try await mediator.call(RouteURL(url), body: body, origin: .shell)
        } catch {
            throw error.cause ?? error
        }
        return try #require(answer.value)
    }

    private final class Answer<Value: Sendable>: Sendable {
        private let stored = Mutex<Value?>(nil)
        var value: Value? { stored.withLock { $0 } }

        func set(_ value: Value) -> Bool {
            stored.withLock { $0 = value }
            return true
        }
    }
}
