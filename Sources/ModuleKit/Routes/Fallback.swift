/// Declares who answers `open` for the URLs under a prefix that no route answers.
///
/// It is asked before any remote, and may decline with `Response.declined`. Of several the longest prefix is asked first.
///
/// ```swift
/// Fallback("/rent") { request in Page("No such home") { Link("All homes", to: "app://rent/list") } }
/// ```
public struct Fallback: ModifiableRoute {
    /// The declared route, which modifiers change.
    public var route: Route

    /// Declares a fallback for all URLs under a pattern, itself among them.
    public init<Answer: ResponseConvertible>(
        _ prefix: String, access: Access = .public, fileID: String = #fileID, line: Int = #line,
        handler: @escaping @Sendable (Request) async throws -> Answer
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        let pattern = (prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix) + "/*rest?"
        route = Route(pattern, verb: .open, access: access, location: location) { request in
            try await handler(request).response
        }
        route.isFallback = true
        route.mayDecline = Answer.self != Page.self && Answer.self != NavigationCommand.self
    }
}
