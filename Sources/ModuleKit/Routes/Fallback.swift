@_spi(Host) import Mediator

/// A declaration of the answer to opened URLs under a prefix, if no route answers them.
///
/// A fallback runs before any resolver is asked, and may decline with `Response.declined`. The fallback with the
/// longest prefix runs first. The prefix is a pattern as for `Open`, without a wildcard. By default, any origin may
/// open the URLs.
///
/// ```swift
/// Fallback("/rent") { request in Page("No such home") { Link("All homes", to: "app://rent/list") } }
/// ```
public struct Fallback: ModifiableRoute {
    /// The declared route, which modifiers change.
    public var route: Route

    /// Declares a fallback for all URLs under a pattern, including the pattern itself.
    public init<Answer: ResponseConvertible>(
        _ prefix: String, access: Access = .public, fileID: String = #fileID, line: Int = #line,
        handler: @escaping @Sendable (Request) async throws -> Answer
    ) {
        self.init(Open(Self.pattern(prefix), access: access, fileID: fileID, line: line, handler: handler))
    }

    /// Declares a fallback with a closure that cannot suspend; Swift chooses this initializer for a closure without
    /// `await`.
    public init<Answer: ResponseConvertible>(
        _ prefix: String, access: Access = .public, fileID: String = #fileID, line: Int = #line,
        handler: @escaping @Sendable (Request) throws -> Answer
    ) {
        self.init(Open(Self.pattern(prefix), access: access, fileID: fileID, line: line, handler: handler))
    }

    private init(_ open: Open) {
        route = open.route
        route.isFallback = true
    }

    private static func pattern(_ prefix: String) -> String {
        (prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix) + "/*rest?"
    }
}
