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
        self.init(Open(Self.pattern(prefix), access: access, fileID: fileID, line: line, handler: handler))
    }

    /// The same with a closure that cannot suspend; Swift takes one without `await` for it.
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
