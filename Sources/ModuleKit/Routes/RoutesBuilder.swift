@_spi(Host) import Mediator

/// A builder with which a module's routes read like a table.
public typealias RoutesBuilder = DeclarationsBuilder<Route>

extension DeclarationsBuilder<Route> {
    /// Returns the routes of one declaration.
    public static func buildExpression(_ declaration: some RouteDeclaration) -> [Route] { declaration.routes }
}

/// A declaration for a module's table of routes.
public protocol RouteDeclaration {
    /// The declared routes.
    var routes: [Route] { get }
}

/// Routes with a common prefix, and modifiers for all of them.
///
/// ```swift
/// Routes("/messages") {
///     Open("/inbox") { _ in … }
///     Open("/write", taking: Partner.self) { partner in … }
/// }
/// .labelled("needs-login")
/// ```
public struct Routes: RouteDeclaration {
    /// The routes, with the prefix in their patterns.
    public private(set) var routes: [Route]

    /// Declares the routes of a builder below a prefix, such as `/messages`.
    public init(_ prefix: String, @RoutesBuilder _ routes: () -> [Route]) {
        self.routes = routes().map { $0.below(prefix) }
    }

    /// Returns the routes, each with a label and an optional text for users.
    public func labelled(_ name: String, _ text: String? = nil) -> Routes {
        with { $0.labels.append(RouteLabel(name, text)) }
    }

    /// Returns the routes with a priority; a route that already has a priority keeps it.
    public func priority(_ priority: Int) -> Routes { with { if $0.priority == 0 { $0.priority = priority } } }

    /// Returns the routes with sensitive parameters, whose values only the handlers receive.
    public func sensitive(_ names: String...) -> Routes { with { $0.sensitiveParameters.formUnion(names) } }

    private func with(_ change: (inout Route) -> Void) -> Routes {
        var group = self
        for index in group.routes.indices { change(&group.routes[index]) }
        return group
    }
}

/// A declaration of one route, with modifiers that return a changed copy.
public protocol ModifiableRoute: RouteDeclaration {
    /// The declared route.
    var route: Route { get set }
}

extension ModifiableRoute {
    /// The declared route alone.
    public var routes: [Route] { [route] }

    /// Returns the route with a priority, 0 by default; a route with a higher priority precedes even a more specific
    /// pattern.
    public func priority(_ priority: Int) -> Self { with { $0.priority = priority } }

    /// Returns the route with sensitive parameters, whose values only the handler receives; all other code receives
    /// `***`.
    public func sensitive(_ names: String...) -> Self { with { $0.sensitiveParameters.formUnion(names) } }

    /// Returns the route with a name for its function in façades (`switchboard routes --swift`).
    ///
    /// Use it if the pattern's literals do not make a good name: `Open("/rent/:id") { _ in … }.named("detail")`.
    /// Characters that a Swift name cannot have are left out.
    public func named(_ name: String) -> Self { with { $0.name = name } }

    /// Returns the route with a label and an optional text, for other modules and interceptors (`RouteLabel`).
    ///
    /// ```swift
    /// Open("/favorites") { _ in … }.labelled("account.centre", "Favorites").labelled("needs-login")
    /// ```
    public func labelled(_ name: String, _ text: String? = nil) -> Self {
        with { $0.labels.append(RouteLabel(name, text)) }
    }

    /// Returns the route with a sentence about its purpose, for lists of routes and for façades.
    public func summary(_ text: String) -> Self { labelled(RouteLabel.summary, text) }

    fileprivate func with(_ change: (inout Route) -> Void) -> Self {
        var declaration = self
        change(&declaration.route)
        return declaration
    }
}

extension Open {
    /// Returns the route with suppression of duplicates: a second request of the same caller for the same URL has no
    /// effect if it begins within the window or while the first request runs; its feedback is `suppressed`.
    public func suppressingDuplicates(within window: Duration = .milliseconds(500)) -> Open {
        with { $0.duplicateWindow = window }
    }

    /// Returns the route with the label `single`, which allows its page only once on a stack: opening its URL again
    /// goes back to that page and removes the pages above it.
    public func single() -> Open { labelled(RouteLabel.single) }

    /// Returns the route with a parent, whose page is opened below this route's page if the caller is external.
    ///
    /// A user who followed a link can then go back to the parent's page. The parent's own parent is also opened.
    ///
    /// ```swift
    /// Open("/rent/:id") { … }.parent("/rent/list")
    /// ```
    ///
    /// The parent is opened with the caller's origin, unless the parent's page is already on top of the stack. If the
    /// parent cannot be opened, the route's page is shown without it.
    ///
    /// - Parameter pattern: the parent's pattern; its parameters take the values of this route's parameters. The
    ///   registration is refused if the text is not a pattern, or has a parameter that this route's pattern lacks.
    public func parent(_ pattern: String) -> Open { labelled(RouteLabel.parent, pattern) }
}
