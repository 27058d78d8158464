/// Collects a module's declarations, so that they read like a table.
@resultBuilder
public enum RoutesBuilder {
    /// One declaration.
    public static func buildExpression(_ declaration: some RouteDeclaration) -> [Route] { declaration.routes }
    /// One after the other.
    public static func buildBlock(_ parts: [Route]...) -> [Route] { parts.flatMap(\.self) }
    /// An `if` without an `else`.
    public static func buildOptional(_ part: [Route]?) -> [Route] { part ?? [] }
    /// The first branch of an `if` or `switch`.
    public static func buildEither(first: [Route]) -> [Route] { first }
    /// The other branch of an `if` or `switch`.
    public static func buildEither(second: [Route]) -> [Route] { second }
    /// A `for` loop.
    public static func buildArray(_ parts: [[Route]]) -> [Route] { parts.flatMap(\.self) }
}

/// What may stand in a module's table of routes.
public protocol RouteDeclaration {
    /// The routes that it declares.
    var routes: [Route] { get }
}
