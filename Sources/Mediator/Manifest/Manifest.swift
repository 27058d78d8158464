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
