extension Switchboard {
    /// The registered routes in order of registration, fallbacks last.
    public var routes: [RouteDescription] {
        let registry = registry
        return (registry.routes.entries + registry.fallbacks.entries).map(RouteDescription.init)
    }

    /// The registered rewrites in order of registration.
    public var rewrites: [RewriteDescription] { registry.rewrites.rewrites.map(RewriteDescription.init) }

    /// The registered interceptors in the order in which they are asked.
    public var interceptors: [InterceptorDescription] {
        let interceptors = registry.interceptors.interceptors
        let names = Set(interceptors.map(\.fullName))
        return interceptors.map { InterceptorDescription($0, among: names) }
    }

    /// Registers all that a module brings at once or, with an error, nothing of it.
    @_spi(Host) public func register(_ registration: Registration) throws(RegistrationError) {
        var over: [Announcement] = []
        try update { (registry) throws(RegistrationError) in
            over = registry.announcements.filter { $0.owner == registration.owner }
            return try registry.adding(registration)
        }
        for announcement in over { announcement.end() }
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

    /// Takes back all that a module registered, in one step.
    @_spi(Host) public func unregister(owner: String) { update { $0.removing(owner: owner) } }

    /// Announces a module that will register, or be withdrawn; who waits for it already waits for this announcement then.
    @_spi(Host) public func announce(_ announcement: Announcement) {
        var replaced: [Announcement] = []
        update { registry in
            replaced = registry.announcements.filter { $0.owner == announcement.owner && $0 !== announcement }
            return registry.announcing(announcement)
        }
        for announcement in replaced { announcement.end() }
    }

    /// Takes an announcement back: the module will not register, and no request waits for it any more.
    @_spi(Host) public func withdraw(_ announcement: Announcement) {
        update { $0.withdrawing(announcement) }
        announcement.end()
    }
}
