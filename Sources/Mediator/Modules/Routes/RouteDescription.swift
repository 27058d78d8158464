/// The declaration of a route as data.
@_spi(Host) public struct RouteDescription: Sendable, Equatable {
    /// The pattern in its written form.
    public let pattern: String
    /// The verb that it answers.
    public let verb: Request.Verb
    /// The origins that may request it.
    public let access: Access
    /// The module that it belongs to.
    public let owner: String
    /// The name in callers' façades, if the author chose one.
    public let name: String?
    /// The form of a call's answer; `nil` for a single Codable value.
    public let form: ValueForm?
    /// The labels, in the order of their declaration.
    public let labels: [RouteLabel]
    /// The location of the declaration in the source code.
    public let location: DeclarationSite
    let priority: Int
    let mayDecline: Bool
    let isFallback: Bool
    /// The names of the parameters whose values are redacted.
    public let sensitiveParameters: Set<String>
    let duplicateWindow: Duration?
    private let types: Route.Types

    /// The name of the type into which the parameters are decoded; `nil` if the handler takes only the request.
    public var input: String? { types.input }
    /// The name of the type of a call's value, of its object, or of each value of its stream.
    public var value: String? { types.value }
    /// The purpose of the route, if its module states one.
    public var summary: String? { labels.text(of: RouteLabel.summary) }
    /// The team that owns the route, if its module names one.
    public var team: String? { labels.text(of: RouteLabel.team) }

    init(_ entry: RouteTable.Entry) { self.init(entry.route, owner: entry.owner) }

    /// Describes a route, with the shapes of input and value if requested.
    init(_ route: Route, owner: String, hasInput: Bool = false, hasValue: Bool = false) {
        pattern = route.pattern
        verb = route.verb
        access = route.access
        self.owner = owner
        name = route.name
        form = route.valueForm
        labels = route.labels
        location = route.location
        priority = route.priority
        mayDecline = route.mayDecline
        isFallback = route.isFallback
        sensitiveParameters = route.sensitiveParameters
        duplicateWindow = route.duplicateWindow
        types = Route.Types(
            input: route.inputName, value: route.valueName, inputShape: hasInput ? route.inputShape : nil,
            valueShape: hasValue ? route.valueShape : nil)
    }

    func route(_ handler: @escaping Route.Handler) -> Route {
        var route = Route(pattern, verb: verb, access: access, location: location, handler: handler)
        route.name = name
        route.valueForm = form
        route.labels = labels
        route.priority = priority
        route.mayDecline = mayDecline
        route.isFallback = isFallback
        route.sensitiveParameters = sensitiveParameters
        route.duplicateWindow = duplicateWindow
        route.remoteTypes = types
        return route
    }
}
