@_spi(Host) import HostKit
@_spi(Host) public import ModuleKit

/// Requests that a test sends; without options, a request has the harness's deadline.
///
/// If a handler throws, the request throws the handler's own error unchanged. Any other failure is a `RequestError`.
extension ModuleHarness {
    /// Opens a URL.
    /// - Throws: the handler's own error, or `RequestError`.
    @discardableResult
    public func open(
        _ url: RouteURL, origin: Origin = .shell, options: RequestOptions? = nil
    ) async throws -> Feedback {
        try await unwrapped(.open, url) {
            try await mediator.open(url, origin: origin, options: options ?? self.options)
        }
    }

    /// Opens a URL and returns the value with which its page is dismissed; `nil` if there is no value.
    ///
    /// The page waits until a concurrent `choose` or `perform` of the test answers it, or until the harness's deadline.
    /// - Throws: the handler's own error, or `RequestError`.
    public func open<Value: Decodable>(
        _ url: RouteURL, awaiting type: Value.Type, origin: Origin = .shell, options: RequestOptions? = nil
    ) async throws -> Value? {
        try await unwrapped(.open, url) {
            try await mediator.open(url, awaiting: type, origin: origin, options: options ?? self.options)
        }
    }

    /// Calls a URL and discards its value, if any.
    /// - Throws: the handler's own error, or `RequestError`.
    public func call(_ url: RouteURL, origin: Origin = .shell, options: RequestOptions? = nil) async throws {
        try await unwrapped(.call, url) {
            _ = try await mediator.call(url, origin: origin, options: options ?? self.options)
        }
    }

    /// Calls a URL with a body and discards its value, if any.
    /// - Throws: the handler's own error, or `RequestError`.
    public func call(
        _ url: RouteURL, _ body: some Encodable & Sendable, origin: Origin = .shell, options: RequestOptions? = nil
    ) async throws {
        try await unwrapped(.call, url) {
            _ = try await mediator.call(url, body: Payload(body), origin: origin, options: options ?? self.options)
        }
    }

    /// Calls a URL and returns the value.
    /// - Throws: the handler's own error, or `RequestError`.
    public func call<Value: Decodable>(
        _ url: RouteURL, as type: Value.Type = Value.self, origin: Origin = .shell, options: RequestOptions? = nil
    ) async throws -> Value {
        try await unwrapped(.call, url) {
            try await mediator.call(url, as: type, origin: origin, options: options ?? self.options)
        }
    }

    /// Calls a URL and returns the handler's object itself, without encoding it.
    /// - Throws: the handler's own error, or `RequestError`.
    @_disfavoredOverload
    public func call<Object: Sendable>(
        _ url: RouteURL, as type: Object.Type, origin: Origin = .shell, options: RequestOptions? = nil
    ) async throws -> Object {
        try await unwrapped(.call, url) {
            try await mediator.call(url, as: type, origin: origin, options: options ?? self.options)
        }
    }

    /// Calls a URL with a body and returns the value.
    /// - Throws: the handler's own error, or `RequestError`.
    public func call<Value: Decodable>(
        _ url: RouteURL, _ body: some Encodable & Sendable, as type: Value.Type = Value.self,
        origin: Origin = .shell, options: RequestOptions? = nil
    ) async throws -> Value {
        try await unwrapped(.call, url) {
            try await mediator.call(
                url, body: Payload(body), as: type, origin: origin, options: options ?? self.options)
        }
    }

    /// Calls a URL and returns the sequence of values with which it answers.
    /// - Throws: the handler's own error, or `RequestError`.
    public func stream<Value: Decodable & Sendable>(
        _ url: RouteURL, of type: Value.Type, origin: Origin = .shell, options: RequestOptions? = nil
    ) async throws -> PayloadStream<Value> {
        try await unwrapped(.call, url) {
            try await mediator.stream(url, of: type, origin: origin, options: options ?? self.options)
        }
    }

    /// The default options, with a long deadline: a handler that never ends makes the test fail, but a busy machine
    /// does not.
    var options: RequestOptions { RequestOptions(deadline: deadline) }

    private func unwrapped<Value>(
        _ verb: Request.Verb, _ url: RouteURL, _ body: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await body()
        } catch let error as RequestError {
            let reason = mediator.advised(error, for: nil, origin: .shell).unwrapped
            let thrown = connection?.original(of: reason) ?? reason
            ContractRecorder.shared?.noteError(thrown, to: verb, url, of: Subject.info.name)
            throw thrown
        }
    }
}

extension RequestError {
    /// The handler's own error, otherwise the request's error.
    var unwrapped: any Error { if case .handlerFailed(_, _, _, let thrown) = reason { thrown.error } else { self } }
}
