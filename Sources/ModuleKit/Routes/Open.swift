/// Declares a route that is opened: it answers with a page, a command, a redirect, or nothing to show.
public struct Open: RouteDeclaration {
    /// The declared route.
    public let route: Route

    /// Answers with what the closure makes of the request.
    public init<Answer: ResponseConvertible>(
        _ pattern: String, access: Access = .public, fileID: String = #fileID, line: Int = #line,
        handler: @escaping @Sendable (Request) async throws -> Answer
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        route = Route(pattern, verb: .open, access: access, location: location) { request in
            try await handler(request).response
        }
    }

    /// Answers without a look at the request.
    public init<Answer: ResponseConvertible>(
        _ pattern: String, access: Access = .public, fileID: String = #fileID, line: Int = #line,
        handler: @escaping @Sendable () async throws -> Answer
    ) {
        self.init(pattern, access: access, fileID: fileID, line: line) { (_: Request) in try await handler() }
    }
}
