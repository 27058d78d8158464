/// What a module declares, as data: enough to know which requests need the module, without its code.
@_spi(Host) public struct Manifest: Sendable, Equatable, Codable {
    /// Its routes, fallbacks among them.
    public let routes: [ManifestRoute]
    /// Its interceptors.
    public let interceptors: [ManifestInterceptor]
    /// Its rewrites, which need no code to be in force.
    public let rewrites: [ManifestRewrite]
    /// The parameter types of its patterns.
    public let types: [ManifestType]
    /// The names of the services that it offers, and of those that its adapters make.
    public let services: [String]
    /// The names of the events that it is told of.
    public let subscriptions: [String]

    /// What a module that was made declares.
    public init(_ registration: Registration) {
        let owner = registration.owner
        routes = registration.routes.map { ManifestRoute($0, owner: owner) }
        interceptors = registration.interceptors.map(ManifestInterceptor.init)
        rewrites = registration.rewrites.map(ManifestRewrite.init)
        types = registration.types.compactMap(ManifestType.init)
        services = registration.services.map(\.name) + registration.adapters.map(\.target)
        subscriptions = registration.subscriptions.map(\.event)
    }

    /// Whether it has rewrites.
    public var hasRewrites: Bool { !rewrites.isEmpty }

    /// Whether others may need the module without a request that says so: it is there from the host's start on.
    ///
    /// A service is taken without waiting, and an event is told to those who are there.
    public var startsWithHost: Bool { !services.isEmpty || !subscriptions.isEmpty }
}

/// An interceptor as its module declares it, without what it does.
@_spi(Host) public struct ManifestInterceptor: Sendable, Equatable, Codable {
    /// Its name within its module.
    public let name: String
    /// The patterns of its URLs; none stands for every URL.
    public let patterns: [String]
    let before: [String]
    let after: [String]
    let fileID: String
    let line: Int

    init(_ interceptor: Interceptor) {
        name = interceptor.name
        patterns = interceptor.patterns
        before = interceptor.before
        after = interceptor.after
        fileID = interceptor.location.fileID
        line = interceptor.location.line
    }

    /// The interceptor as it stands in a list that is only looked at.
    var outline: Interceptor {
        Interceptor(name, on: patterns, before: before, after: after, fileID: fileID, line: line)
    }
}

/// A rewrite as its module declares it.
@_spi(Host) public struct ManifestRewrite: Sendable, Equatable, Codable {
    let pattern: String
    let target: String
    let deprecation: String?
    let fileID: String
    let line: Int

    init(_ rewrite: Rewrite) {
        pattern = rewrite.pattern
        target = rewrite.target
        deprecation = rewrite.deprecation
        fileID = rewrite.location.fileID
        line = rewrite.location.line
    }

    /// The rewrite itself.
    var rewrite: Rewrite {
        let rewrite = Rewrite(pattern, to: target, fileID: fileID, line: line)
        return deprecation.map(rewrite.deprecated) ?? rewrite
    }
}

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

/// A parameter type of a module's own, as data.
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

    /// `nil` for the built-in types, which every host has.
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

    /// The type itself.
    var type: ParameterType {
        guard let characters else { return ParameterType(name: name, shape: .alternatives(alternatives ?? [])) }
        let set = CharacterClass(
            low: characters.low, high: characters.high, beyondASCII: characters.beyondASCII)
        return ParameterType(
            name: name, shape: .characters(set, minimum: characters.minimum, maximum: characters.maximum))
    }
}
