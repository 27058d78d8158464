extension Registry {
    /// The registry with modules that are started when a request needs them, in place of those before.
    ///
    /// Their rewrites are in force at once: they are data.
    func waking(_ dormant: DormantModules, rewrites declared: [InstalledRewrite]) -> Registry {
        let registered = modules.names
        let kept = rewrites.rewrites.filter { registered.contains($0.owner) }
        let added = declared.filter { !registered.contains($0.owner) }
        let declarations = dormant.declarations
        return copy(
            routes: routes.knowing(declarations.routes, of: declarations),
            fallbacks: fallbacks.knowing(declarations.fallbacks, of: declarations),
            rewrites: RewriteTable(kept + added, ownHosts: routes.ownHosts),
            dormant: registered.reduce(dormant) { $0.setting($1, .started) })
    }

    /// The registry with a module that is started when a request needs it, unless it is registered.
    func resting(_ module: String, rewrites declared: [InstalledRewrite]) -> Registry {
        guard modules[module] == nil else { return self }
        return copy(
            routes: routes, fallbacks: fallbacks, rewrites: rewrites(without: module, and: declared),
            dormant: dormant.setting(module, .dormant))
    }

    /// The registry with a module in another state of its dormancy; the rewrites of one that is gone go with it.
    func setting(_ module: String, _ state: DormantModules.State) -> Registry {
        copy(
            routes: routes, fallbacks: fallbacks, rewrites: state == .gone ? rewrites(without: module) : rewrites,
            dormant: dormant.setting(module, state))
    }

    func rewrites(without module: String, and declared: [InstalledRewrite] = []) -> RewriteTable {
        let others = rewrites.rewrites.filter { $0.owner != module }
        guard others.count < rewrites.rewrites.count || !declared.isEmpty else { return rewrites }
        return RewriteTable(others + declared, ownHosts: routes.ownHosts)
    }

    private func copy(
        routes: RouteTable, fallbacks: RouteTable, rewrites: RewriteTable, dormant: DormantModules
    ) -> Registry {
        Registry(
            modules: modules, routes: routes, fallbacks: fallbacks, chain: chain,
            rewrites: rewrites, services: services, subscriptions: subscriptions, performers: performers,
            dormant: dormant)
    }

    /// All who would be asked for a URL, in that order, whether their modules are started or not.
    func prospects(for url: RouteURL) -> [Prospect] {
        let matches = routes.candidates(url) + fallbacks.candidates(url)
        let declared = dormant.routes(for: url)
        guard !declared.isEmpty else { return matches.map(Prospect.init) }
        return [false, true].flatMap { isFallback in
            let started = matches.filter { $0.entry.route.isFallback == isFallback }
            let table = isFallback ? fallbacks : routes
            let waiting = declared.filter { $0.isFallback == isFallback }
            let prospects = started.map(Prospect.init) + waiting.map { Prospect($0.route, isFallback, dormant) }
            let patterns = started.map { table.indexed($0.number) } + waiting.map(\.pattern)
            return PatternIndex(patterns, ownHosts: routes.ownHosts).candidates(url).map { prospects[$0.number] }
        }
    }

    /// All interceptors in their order, those of modules that are not started among them; where those would give the order
    /// a circle, they stand at the end.
    var allInterceptors: [InstalledInterceptor] {
        let declared = dormant.manifests.flatMap { module, manifest in
            let types = manifest.types.map(\.type)
            return manifest.interceptors.compactMap { interceptor in
                try? InstalledInterceptor(interceptor.outline, owner: module, types: types)
            }
        }
        let all = interceptors.interceptors + declared
        return (try? InterceptorChain(all, ownHosts: routes.ownHosts))?.interceptors ?? all
    }

    /// The registry as it would be if all modules were started, to be looked at only. Linear in the number of routes.
    var complete: Registry {
        let manifests = dormant.manifests
        guard !manifests.isEmpty else { return self }
        return Registry(
            modules: modules, routes: routes.adding(manifests, areFallbacks: false),
            fallbacks: fallbacks.adding(manifests, areFallbacks: true),
            chain: (try? InterceptorChain(allInterceptors, ownHosts: routes.ownHosts))
                .map(LazyInterceptorChain.init) ?? chain,
            rewrites: rewrites,
            services: services, subscriptions: subscriptions, performers: performers, dormant: dormant)
    }
}

/// Somebody who would be asked for a URL.
struct Prospect {
    let owner: String
    let verb: Verb
    let access: Access
    let mayDecline: Bool
    let isFallback: Bool

    init(_ match: RouteMatch) {
        owner = match.entry.owner
        verb = match.entry.route.verb
        access = match.entry.route.access
        mayDecline = match.entry.route.mayDecline
        isFallback = match.entry.route.isFallback
    }

    init(_ route: DeclaredRoute, _ isFallback: Bool, _ dormant: DormantModules) {
        owner = dormant.declarations.names[route.module]
        verb = route.verb
        access = route.access
        mayDecline = route.mayDecline
        self.isFallback = isFallback
    }
}
