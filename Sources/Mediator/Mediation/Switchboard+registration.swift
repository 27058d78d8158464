extension Switchboard {
    /// The routes of the modules that are started, in order of registration, then those of modules that are started when
    /// they are needed; fallbacks last among either.
    public var routes: [RouteDescription] {
        let registry = registry
        let started = [registry.routes, registry.fallbacks].flatMap { table in
            registry.numbers(of: table).map { RouteDescription(table.entry($0)) }
        }
        let dormant = registry.dormant.manifests.flatMap(\.manifest.routes)
        return started + (dormant.filter { !$0.isFallback } + dormant.filter(\.isFallback)).map(\.description)
    }

    /// The rewrites in force.
    public var rewrites: [RewriteDescription] { registry.rewrites.rewrites.map(RewriteDescription.init) }

    /// The interceptors in the order in which they are asked, those of modules among them that are started when they are
    /// needed.
    public var interceptors: [InterceptorDescription] {
        let interceptors = registry.allInterceptors
        let names = Set(interceptors.map(\.fullName))
        return interceptors.map { InterceptorDescription($0, among: names) }
    }

    /// Registers all that a module brings at once or, with an error, nothing of it.
    @_spi(Host) public func register(_ registration: Registration) throws(RegistrationError) {
        try update { (registry) throws(RegistrationError) in try registry.adding(registration) }
    }

    /// Puts all that a new generation of a module brings in place of what the earlier one brought, in one step.
    ///
    /// Requests that began before keep the earlier one. With an error, nothing changes.
    @_spi(Host) public func replace(by registration: Registration) throws(RegistrationError) {
        try update { (registry) throws(RegistrationError) in
            try registry.removing(owner: registration.owner).adding(registration)
        }
    }

    /// Registers routes alone.
    @_spi(Host) public func register(
        _ routes: [Route], owner: String, types: [ParameterType] = []
    ) throws(RegistrationError) {
        var registration = Registration(owner: owner)
        registration.routes = routes
        registration.types = types
        try register(registration)
    }

    /// The module that a URL goes to behind the rewrites; `nil` where none that is started answers it.
    @_spi(Host) public func owner(of url: String) -> String? {
        let registry = registry
        guard let parsed = try? RouteURL(url), let target = try? registry.follow(parsed) else { return nil }
        return (registry.routes.match(target) ?? registry.fallbacks.match(target))?.entry.owner
    }

    /// Takes back all that a module registered, in one step.
    @_spi(Host) public func unregister(owner: String) { update { $0.removing(owner: owner) } }
}
