/// A route as its module declares it, without the handler.
@_spi(Host) public struct ManifestRoute: Sendable, Equatable, Codable {
    /// What lists say of it.
    public let description: RouteDescription
    let priority: Int
    let mayDecline: Bool
    let isFallback: Bool
    let sensitiveParameters: Set<String>
    let fileID: String
    let line: Int

    init(_ route: Route, owner: String) {
        description = RouteDescription(route, owner: owner)
        priority = route.priority
        mayDecline = route.mayDecline
        isFallback = route.isFallback
        sensitiveParameters = route.sensitiveParameters
        fileID = route.location.fileID
        line = route.location.line
    }

    var location: SourceLocation { SourceLocation(fileID: fileID, line: line) }

    /// The route as it stands in a table that is only looked at: nobody calls its handler.
    var outline: Route {
        var route = Route(
            description.pattern, verb: description.verb, access: description.access, location: location
        ) { _ in .declined }
        route.priority = priority
        route.mayDecline = mayDecline
        route.isFallback = isFallback
        route.sensitiveParameters = sensitiveParameters
        return route
    }
}
