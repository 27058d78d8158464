/// Declares a route that is called: it answers with a value.
public struct Call: RouteDeclaration {
    /// The declared route.
    public let route: Route

    /// Answers with the value that the closure makes of the request.
    public init<Value: Encodable & Sendable>(
        _ pattern: String, access: Access = .modules, fileID: String = #fileID, line: Int = #line,
        handler: @escaping @Sendable (Request) async throws -> Value
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        route = Route(pattern, verb: .call, access: access, location: location) { request in
            .value(Payload(try await handler(request)))
        }
    }

    /// Answers with the value that the closure makes of the request's body.
    public init<Body: Decodable & Sendable, Value: Encodable & Sendable>(
        _ pattern: String, access: Access = .modules, fileID: String = #fileID, line: Int = #line,
        handler: @escaping @Sendable (Body) async throws -> Value
    ) {
        self.init(pattern, access: access, fileID: fileID, line: line) { (request: Request) in
            try await handler(try request.body(as: Body.self))
        }
    }

    /// Answers without a look at the request.
    public init<Value: Encodable & Sendable>(
        _ pattern: String, access: Access = .modules, fileID: String = #fileID, line: Int = #line,
        handler: @escaping @Sendable () async throws -> Value
    ) {
        self.init(pattern, access: access, fileID: fileID, line: line) { (_: Request) in try await handler() }
    }
}
