@_spi(Host) extension Switchboard {
    /// The routes of the started modules in order of registration, then those of lazy modules; fallbacks come last in
    /// each group.
    public var routes: [RouteDescription] {
        let registry = registry
        let started = [registry.routes, registry.fallbacks].flatMap { table in
            registry.numbers(of: table).map { RouteDescription(table.entry($0)) }
        }
        let idle = registry.lazyModules.manifests.flatMap(\.manifest.routes)
        return started + (idle.filter { !$0.isFallback } + idle.filter(\.isFallback)).map(\.located)
    }

    /// Returns the routes with a label that an origin may request, fallbacks and those of lazy modules among them, in the
    /// order of their modules' names, then of their patterns. Linear in the number of routes; no module starts.
    @_spi(Host) public func routes(labelled label: String, origin: Origin) -> [LabelledRoute] {
        if let relay { return relay.routes(labelled: label, origin: origin) }
        let registry = registry
        let found = [registry.routes, registry.fallbacks].flatMap { $0.routes(labelled: label) }.filter { entry, _ in
            entry.route.access.allows(origin, owner: entry.owner)
        }
        return found.compactMap { LabelledRoute($0.entry, $0.pattern, label: label) }
            .sorted { ($0.module, $0.pattern, $0.verb.rawValue) < ($1.module, $1.pattern, $1.verb.rawValue) }
    }

    /// The rewrites in force.
    public var rewrites: [RewriteDescription] { registry.rewrites.rewrites.map(RewriteDescription.init) }

    /// The interceptors in the order of their calls, also those of lazy modules.
    public var interceptors: [InterceptorDescription] {
        let interceptors = registry.allInterceptors
        let names = Set(interceptors.map(\.fullName))
        return interceptors.map { InterceptorDescription($0, among: names) }
    }

    /// Registers all declarations of a module at once or, with an error, none of them.
    @_spi(Host) public func register(_ registration: Registration) throws(RegistrationError) {
        try registration.checkCounts()
        redaction.learn(registration)
        try update { (registry) throws(RegistrationError) in try registry.adding(registration) }
    }

    /// Replaces all declarations of a module by those of a new generation, in one step.
    ///
    /// Earlier requests keep the previous generation. With an error, nothing changes.
    @_spi(Host) public func replace(by registration: Registration) throws(RegistrationError) {
        try registration.checkCounts()
        redaction.learn(registration)
        try update { (registry) throws(RegistrationError) in
            try registry.removing(owner: registration.owner).adding(registration)
        }
    }

    /// Replaces the interceptors and subscriptions of a registered module by those of a registration, in one step.
    ///
    /// It has no effect without the module, or for a context of an earlier generation.
    @_spi(Host) public func redeclare(_ registration: Registration) throws(RegistrationError) {
        try registration.checkCounts()
        try update { (registry) throws(RegistrationError) in try registry.redeclaring(registration) }
        try relay?.redeclare(registration)
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

    /// Returns the module that answers a URL after its rewrites; `nil` if no started module does.
    @_spi(Host) public func owner(of url: RouteURL) -> String? {
        let registry = registry
        guard let target = try? registry.follow(url, showing: shown) else { return nil }
        return registry.candidates(for: target).first { !$0.entry.isIdle }?.entry.owner
    }

    /// Removes all declarations of a module, in one step; no request starts it any more.
    @_spi(Host) public func unregister(owner: String) { update { $0.removing(owner: owner) } }

    /// Removes all declarations of a module, which starts again when a request needs it, in one step: no request bypasses
    /// its interceptors.
    @_spi(Host) public func unregisterUntilNeeded(owner: String) {
        update { $0.removing(owner: owner).makingIdle(owner) }
    }
}

@_spi(Host) extension Switchboard {
    /// Declares the lazy modules, which start when a request needs them, in place of earlier ones; a registered module
    /// stays as it is.
    @_spi(Host) public func declare(_ modules: [IdleModule], startedBy starter: any ModuleStarter) {
        redaction.learn(modules)
        update { $0.declaring(modules, startedBy: starter) }
    }

    /// Makes a module idle that ended, so that it starts again when a request needs it.
    @_spi(Host) public func makeIdle(_ module: String) { update { $0.makingIdle(module) } }

    /// Redacts the sensitive values that a module declares, although the module does not run.
    @_spi(Host) public func redact(_ manifest: Manifest, of module: String) { redaction.learn(manifest, of: module) }
}
