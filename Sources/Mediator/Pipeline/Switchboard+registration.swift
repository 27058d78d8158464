extension Switchboard {
    /// The routes of the modules that are started, in order of registration, then those of modules that are started when
    /// they are needed; fallbacks last among either.
    public var routes: [RouteDescription] {
        let registry = registry
        let started = [registry.routes, registry.fallbacks].flatMap { table in
            registry.numbers(of: table).map { RouteDescription(table.entry($0)) }
        }
        let idle = registry.lazyModules.manifests.flatMap(\.manifest.routes)
        return started + (idle.filter { !$0.isFallback } + idle.filter(\.isFallback)).map(\.description)
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
        redaction.learn(registration)
        try update { (registry) throws(RegistrationError) in try registry.adding(registration) }
    }

    /// Puts all that a new generation of a module brings in place of what the earlier one brought, in one step.
    ///
    /// Requests that began before keep the earlier one. With an error, nothing changes.
    @_spi(Host) public func replace(by registration: Registration) throws(RegistrationError) {
        redaction.learn(registration)
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
        guard let parsed = try? RouteURL(url), let target = try? registry.follow(parsed, showing: shown) else {
            return nil
        }
        return registry.candidates(for: target).first { !$0.entry.isIdle }?.entry.owner
    }

    /// Takes back all that a module registered, in one step.
    @_spi(Host) public func unregister(owner: String) { update { $0.removing(owner: owner) } }
}

extension Switchboard {
    /// Makes modules known that are started when a request needs them, in place of those before; one that is registered
    /// stays as it is.
    ///
    /// - Parameter rewrites: what those of them declare that have rewrites, by their names.
    @_spi(Host) public func declare(
        _ modules: Declarations, startedBy starter: any ModuleStarter, rewrites: [(name: String, manifest: Manifest)]
    ) {
        let installed = rewrites.flatMap(Self.rewrites)
        redaction.learn(modules)
        redaction.learn(installed)
        update { $0.declaring(LazyModules(modules, startedBy: starter), rewrites: installed) }
    }

    /// Says that a module that ended is started again when a request needs it.
    ///
    /// - Parameter manifest: what it declares, where it has rewrites: they are in force again at once.
    @_spi(Host) public func makeIdle(_ module: String, declaring manifest: Manifest? = nil) {
        let rewrites = manifest.map { Self.rewrites(of: module, $0) } ?? []
        update { $0.makingIdle(module, rewrites: rewrites) }
    }

    /// Has what a module declares to be sensitive not be shown, though the module does not run.
    @_spi(Host) public func redact(_ manifest: Manifest, of module: String) { redaction.learn(manifest, of: module) }

    private static func rewrites(of module: String, _ manifest: Manifest) -> [InstalledRewrite] {
        let types = manifest.types.map(\.type)
        return manifest.rewrites.compactMap { try? InstalledRewrite($0.rewrite, owner: module, types: types) }
    }

    /// Says that a module that was to be started failed, may be started again, or is not there any more.
    @_spi(Host) public func setState(of module: String, _ state: LazyModules.State) {
        update { $0.setting(module, state) }
    }
}
