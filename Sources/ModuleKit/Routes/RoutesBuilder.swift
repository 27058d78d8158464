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

/// A declaration of one route, with modifiers that give it back changed.
public protocol ModifiableRoute: RouteDeclaration {
    /// The declared route.
    var route: Route { get set }
}

extension ModifiableRoute {
    /// The one route.
    public var routes: [Route] { [route] }

    /// The same with a priority: the higher one goes first, whatever is more specific; 0 is that of all others.
    public func priority(_ priority: Int) -> Self { with { $0.priority = priority } }

    /// The same with parameters whose values nobody but the handler sees: messages, lists and traces show `***`.
    public func sensitive(_ names: String...) -> Self { with { $0.sensitiveParameters.formUnion(names) } }

    /// The same with the name that façades of other modules call it by (`switchboard routes --swift`).
    ///
    /// For a pattern whose literals do not say it: `Open("/rent/:id") { … }.named("detail")`. Characters that no Swift name
    /// has are left out.
    public func named(_ name: String) -> Self { with { $0.name = name } }

    fileprivate func with(_ change: (inout Route) -> Void) -> Self {
        var declaration = self
        change(&declaration.route)
        return declaration
    }
}

extension Open {
    /// The same, which takes two for one where the same caller opens the same URL again within the time.
    ///
    /// The second one does nothing, and its feedback is `suppressed`.
    public func suppressingDuplicates(within window: Duration = .milliseconds(500)) -> Open {
        with { $0.duplicateWindow = window }
    }
}
