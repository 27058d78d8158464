@_spi(Host) import Mediator

extension Module {
    /// All declarations of the module, for the mediator.
    @_spi(Host) public var registration: Registration {
        var registration = Registration(owner: Self.info.name)
        registration.routes = routes.map(Self.ownedByTeam)
        registration.types = Self.parameterTypes
        registration.interceptors = interceptors
        registration.rewrites = rewrites
        registration.services = services
        registration.subscriptions = subscriptions
        return registration
    }

    /// Returns a route with the module's team as its team label, unless the route already has a team label.
    private static func ownedByTeam(_ route: Route) -> Route {
        guard let team = info.team, !route.labels.contains(where: { $0.name == RouteLabel.team }) else { return route }
        var route = route
        route.labels.append(RouteLabel(RouteLabel.team, team))
        return route
    }
}
