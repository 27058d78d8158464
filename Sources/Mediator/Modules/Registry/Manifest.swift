/// The declarations of a module, as data: enough to know which requests need the module, without its code.
@_spi(Host) public struct Manifest: Sendable, Equatable, Codable {
    /// The routes, with the fallbacks.
    public let routes: [ManifestRoute]
    /// The interceptors.
    public let interceptors: [ManifestInterceptor]
    /// The rewrites, which apply without code.
    public let rewrites: [Rewrite]
    /// The parameter types of its patterns.
    public let types: [ManifestType]
    /// The names of its services.
    public let services: [String]
    /// The names of the events of its subscriptions.
    public let subscriptions: [String]

    /// Creates the manifest of an instantiated module.
    public init(_ registration: Registration) {
        let owner = registration.owner
        routes = registration.routes.map { ManifestRoute($0, owner: owner) }
        interceptors = registration.interceptors.map(ManifestInterceptor.init)
        rewrites = registration.rewrites
        types = registration.types.compactMap(ManifestType.init)
        services = registration.services.map(\.name)
        subscriptions = registration.subscriptions.map(\.event)
    }

    /// Decodes a manifest, or throws `RegistrationFault.tooMany`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        routes = try container.decode(.routes, forKey: .routes)
        interceptors = try container.decode(.interceptors, forKey: .interceptors)
        rewrites = try container.decode(.rewrites, forKey: .rewrites)
        types = try container.decode(.types, forKey: .types)
        services = try container.decode([String].self, forKey: .services)
        subscriptions = try container.decode(.subscriptions, forKey: .subscriptions)
    }

    /// Whether other modules may need the module without a request that says so: it starts with the host.
    ///
    /// A service is taken without waiting, and an event reaches started modules only.
    public var startsWithHost: Bool { !services.isEmpty || !subscriptions.isEmpty }
}

/// The declaration of an interceptor, without its handler.
@_spi(Host) public struct ManifestInterceptor: Sendable, Equatable, Codable {
    /// The name of the interceptor within its module.
    public let name: String
    /// The patterns of its URLs; without any, and without a label, it covers every URL.
    public let patterns: [String]
    /// The label of the routes that it covers, if any.
    public let label: String?
    let before: [String]
    let after: [String]
    let fileID: String
    let line: Int

    init(_ interceptor: Interceptor) {
        name = interceptor.name
        patterns = interceptor.patterns
        label = interceptor.label
        before = interceptor.before
        after = interceptor.after
        fileID = interceptor.location.fileID
        line = interceptor.location.line
    }

    /// The interceptor without a handler, for a list that is only read.
    var outline: Interceptor {
        Interceptor(name, on: patterns, label: label, before: before, after: after, fileID: fileID, line: line)
    }
}

/// The declaration of a route, without the handler.
@_spi(Host) public struct ManifestRoute: Sendable, Equatable, Codable {
    /// The route's description in lists.
    public let description: RouteDescription
    let priority: Int
    let mayDecline: Bool
    let isFallback: Bool
    let sensitiveParameters: Set<String>
    /// The parameters that the handler's input names, with those of the path; `nil` for none.
    let inputs: [RouteOutline.Parameter]?
    let fileID: String
    let line: Int

    init(_ route: Route, owner: String) {
        // An input of one value is the parameter of the path, which the pattern names.
        let inputs = RouteOutline.Parameter.all(route.inputFields([]))
        self.inputs = inputs.isEmpty ? nil : inputs
        description = RouteDescription(route, owner: owner)
        priority = route.priority
        mayDecline = route.mayDecline
        isFallback = route.isFallback
        sensitiveParameters = route.sensitiveParameters
        fileID = route.location.fileID
        line = route.location.line
    }

    var location: DeclarationSite { DeclarationSite(fileID: fileID, line: line) }

    /// The description with the place of the declaration.
    var located: RouteDescription {
        var description = description
        description.location = location
        return description
    }

    /// The route without a handler, for a table that is only read.
    var outline: Route {
        var route = Route(
            description.pattern, verb: description.verb, access: description.access, location: location
        ) { _ in .declined }
        route.priority = priority
        route.mayDecline = mayDecline
        route.isFallback = isFallback
        route.sensitiveParameters = sensitiveParameters
        route.labels = description.labels
        return route
    }
}

/// A parameter type of a module, as data.
@_spi(Host) public struct ManifestType: Sendable, Equatable, Codable {
    private let name: String
    private let alternatives: [String]?
    private let characters: Characters?

    private struct Characters: Sendable, Equatable, Codable {
        let low: UInt64
        let high: UInt64
        let beyondASCII: Bool
        let minimum: Int
        let maximum: Int
    }

    /// Creates the data of a type; `nil` for the built-in types, which every host has.
    init?(_ type: ParameterType) {
        name = type.name
        switch type.shape {
        case .alternatives(let texts):
            alternatives = texts
            characters = nil
        case .characters(let set, let minimum, let maximum):
            alternatives = nil
            characters = Characters(
                low: set.low, high: set.high, beyondASCII: set.beyondASCII, minimum: minimum, maximum: maximum)
        case .integer, .unsigned, .decimal, .uuid, .slug: return nil
        }
    }

    var type: ParameterType {
        guard let characters else { return ParameterType(name: name, shape: .alternatives(alternatives ?? [])) }
        let set = CharacterClass(
            low: characters.low, high: characters.high, beyondASCII: characters.beyondASCII)
        return ParameterType(
            name: name, shape: .characters(set, minimum: characters.minimum, maximum: characters.maximum))
    }
}
