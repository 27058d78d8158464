@_spi(Host) import Mediator

/// A builder of a module's routes, so that they read like a table.
public typealias RoutesBuilder = DeclarationsBuilder<Route>

extension DeclarationsBuilder<Route> {
    /// One declaration.
    public static func buildExpression(_ declaration: some RouteDeclaration) -> [Route] { declaration.routes }
}

/// A declaration for a module's table of routes.
public protocol RouteDeclaration {
    /// The routes that it declares.
    var routes: [Route] { get }
}

/// Routes of one prefix, with modifiers for all of them.
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

    /// Returns the routes with a label each, and a text of it for people.
    public func labelled(_ name: String, _ text: String? = nil) -> Routes {
        with { $0.labels.append(RouteLabel(name, text)) }
    }

    /// Returns the routes with a priority for each that has none.
    public func priority(_ priority: Int) -> Routes { with { if $0.priority == 0 { $0.priority = priority } } }

    /// Returns the routes with sensitive parameters, whose values only the handlers see.
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
    /// The one route.
    public var routes: [Route] { [route] }

    /// Returns the route with a priority, 0 by default: the higher one goes first, whatever pattern is more specific.
    public func priority(_ priority: Int) -> Self { with { $0.priority = priority } }

    /// Returns the route with sensitive parameters, whose values only the handler sees; all else shows `***`.
    public func sensitive(_ names: String...) -> Self { with { $0.sensitiveParameters.formUnion(names) } }

    /// Returns the route with a name for façades of other modules (`switchboard routes --swift`).
    ///
    /// It is for a pattern whose literals do not make a good name: `Open("/rent/:id") { _ in … }.named("detail")`.
    /// Characters that no Swift name has are left out.
    public func named(_ name: String) -> Self { with { $0.name = name } }

    /// Returns the route with a label, and a text of it for people, for other modules and interceptors (`RouteLabel`).
    ///
    /// ```swift
    /// Open("/favorites") { _ in … }.labelled("account.centre", "Favorites").labelled("needs-login")
    /// ```
    public func labelled(_ name: String, _ text: String? = nil) -> Self {
        with { $0.labels.append(RouteLabel(name, text)) }
    }

    /// Returns the route with a sentence on its purpose, which lists of routes and façades show.
    public func summary(_ text: String) -> Self { labelled(RouteLabel.summary, text) }

    fileprivate func with(_ change: (inout Route) -> Void) -> Self {
        var declaration = self
        change(&declaration.route)
        return declaration
    }
}

extension Open {
    /// Returns the route with suppression of duplicates: within the time, and while the first one runs, a second open
    /// of one URL by one caller has no effect, and its feedback is `suppressed`.
    public func suppressingDuplicates(within window: Duration = .milliseconds(500)) -> Open {
        with { $0.duplicateWindow = window }
    }

    /// Returns the route with the label that its page is on a stack once: opening its URL again goes back to the page
    /// that is there, and takes those above it off.
    public func single() -> Open { labelled(RouteLabel.single) }

    /// Returns the route with a parent: if an external caller opens its page, such as by a link, the page of the parent
    /// is opened below it, and the parent's own parent below that one, so that the person can go back there.
    ///
    /// ```swift
    /// Open("/rent/:id") { … }.parent("/rent/list")
    /// ```
    ///
    /// The parent is opened as this caller, unless it is on top. If it cannot be opened, the page is shown without it.
    ///
    /// - Parameter pattern: the parent's pattern; its parameters have the values of those of this route. The
    ///   registration is refused if it is no pattern, or has a parameter that this route's pattern lacks.
    public func parent(_ pattern: String) -> Open { labelled(RouteLabel.parent, pattern) }
}
