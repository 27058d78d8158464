/// The declarations of a module as data, without its code. With the manifest, a host can find the requests that need
/// the module, and can run the module in another process.
@_spi(Host) public struct Manifest: Sendable, Equatable {
    /// The name of the module.
    public let owner: String
    /// The routes, including the fallbacks.
    public let routes: [RouteDescription]
    /// The interceptors.
    public let interceptors: [ManifestInterceptor]
    /// The rewrites, which apply without module code.
    public let rewrites: [Rewrite]
    /// The parameter types that the module declares.
    public let types: [ParameterType]
    /// The offered services.
    public let services: [ServiceDescription]
    /// The subscriptions to events.
    public let subscriptions: [ManifestSubscription]

    /// Creates the manifest of an instantiated module.
    ///
    /// - Parameter hasValues: whether to include the JSON shapes of the routes' values. To find a type's shape, the
    ///   initialiser runs the type's `init(from:)` with placeholders.
    public init(_ registration: Registration, hasValues: Bool = false) {
        let owner = registration.owner
        self.owner = owner
        routes = registration.routes.map { RouteDescription($0, owner: owner, hasInput: true, hasValue: hasValues) }
        interceptors = registration.interceptors.map(ManifestInterceptor.init)
        rewrites = registration.rewrites
        types = registration.types
        services = registration.services.map { ServiceDescription($0, owner: owner) }
        subscriptions = registration.subscriptions.map { ManifestSubscription(event: $0.event, deadline: $0.deadline) }
    }
}

/// The declaration of an interceptor, without its handler.
@_spi(Host) public struct ManifestInterceptor: Sendable, Equatable {
    /// The name of the interceptor within its module.
    public let name: String
    /// The patterns of the covered URLs; an interceptor without patterns and without a label covers every URL.
    public let patterns: [String]
    /// The label of the covered routes, if the interceptor has one.
    public let label: String?
    let before: [String]
    let after: [String]
    let location: DeclarationSite
    let seesOutcome: Bool

    init(_ interceptor: Interceptor) {
        name = interceptor.name
        patterns = interceptor.patterns
        label = interceptor.label
        before = interceptor.before
        after = interceptor.after
        location = interceptor.location
        seesOutcome = interceptor.afterwards != nil
    }
}

/// The declaration of a subscription, without its handler.
@_spi(Host) public struct ManifestSubscription: Sendable, Equatable {
    /// The name of the event.
    public let event: String
    let deadline: Duration
}
