/// All that the registered modules brought, frozen: a request keeps the registry that it began with.
final class Registry: Sendable {
    /// In order of registration.
    let registrations: [Registration]
    let routes: RouteTable
    /// Asked where no route answers.
    let fallbacks: RouteTable
    let interceptors: InterceptorChain
    let rewrites: RewriteTable
    let services: ServiceTable
    let subscriptions: SubscriptionTable
    let performers: PerformerTable
    /// The modules that are still starting.
    let announcements: [Announcement]

    /// A registry without modules, for an app with these web hosts of its own.
    convenience init(ownHosts: Set<String>) {
        let routes = RouteTable(ownHosts: ownHosts)
        self.init(
            registrations: [], routes: routes, fallbacks: routes, interceptors: InterceptorChain(),
            rewrites: RewriteTable(), services: ServiceTable(), subscriptions: SubscriptionTable(),
            performers: PerformerTable(), announcements: [])
    }

    init(
        registrations: [Registration], routes: RouteTable, fallbacks: RouteTable, interceptors: InterceptorChain,
        rewrites: RewriteTable, services: ServiceTable, subscriptions: SubscriptionTable,
        performers: PerformerTable, announcements: [Announcement]
    ) {
        self.registrations = registrations
        self.routes = routes
        self.fallbacks = fallbacks
        self.interceptors = interceptors
        self.rewrites = rewrites
        self.services = services
        self.subscriptions = subscriptions
        self.performers = performers
        self.announcements = announcements
    }

    /// The registry with a module that will register later; requests that it concerns wait for it.
    func announcing(_ announcement: Announcement) -> Registry {
        copy(announcements: announcements.filter { $0.owner != announcement.owner } + [announcement])
    }

    /// The registry without an announcement; one that has taken its place stays.
    func withdrawing(_ announcement: Announcement) -> Registry {
        copy(announcements: announcements.filter { $0 !== announcement })
    }

    private func copy(announcements: [Announcement]) -> Registry {
        Registry(
            registrations: registrations, routes: routes, fallbacks: fallbacks, interceptors: interceptors,
            rewrites: rewrites, services: services, subscriptions: subscriptions,
            performers: performers, announcements: announcements)
    }
}
