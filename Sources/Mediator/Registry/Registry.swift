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
    /// The modules that are started when a request needs them.
    let dormant: DormantModules
    /// Whether every URL can be looked up as it is.
    let looksUpAtOnce: Bool

    /// A registry without modules, for an app with these web hosts of its own.
    convenience init(ownHosts: Set<String>) {
        let routes = RouteTable(ownHosts: ownHosts)
        self.init(
            registrations: [], routes: routes, fallbacks: routes, interceptors: InterceptorChain(),
            rewrites: RewriteTable(), services: ServiceTable(), subscriptions: SubscriptionTable(),
            performers: PerformerTable(), dormant: DormantModules())
    }

    init(
        registrations: [Registration], routes: RouteTable, fallbacks: RouteTable, interceptors: InterceptorChain,
        rewrites: RewriteTable, services: ServiceTable, subscriptions: SubscriptionTable,
        performers: PerformerTable, dormant: DormantModules
    ) {
        self.registrations = registrations
        self.routes = routes
        self.fallbacks = fallbacks
        self.interceptors = interceptors
        self.rewrites = rewrites
        self.services = services
        self.subscriptions = subscriptions
        self.performers = performers
        self.dormant = dormant
        looksUpAtOnce = dormant.isEmpty && rewrites.isEmpty
    }

    /// The numbers of a table's routes, in the order in which their modules were registered.
    func numbers(of table: RouteTable) -> [Int] {
        let numbers = Dictionary(grouping: table.numbers) { table.entry($0).owner }
        return registrations.flatMap { numbers[$0.owner] ?? [] }
    }

    /// What a page of a module is to hold; `nil` where nobody wants to know when it has left.
    func pageLease(of module: String?) -> Lease? {
        registrations.first { $0.pageLease != nil && $0.owner == module }?.pageLease?()
    }
}
