extension Registry {
    /// Returns the registry with other lazy modules, in place of the earlier ones.
    ///
    /// Their rewrites apply at once, since they are data.
    func declaring(_ idle: [IdleModule], startedBy starter: any ModuleStarter) -> Registry {
        let lazyModules = LazyModules(idle, startedBy: starter, ownHosts: routes.ownHosts)
        let registered = modules.names
        let added = idle.filter { !registered.contains($0.name) }
        let kept = rewrites.rewrites.filter { registered.contains($0.owner) }
        let inForce = kept + added.flatMap(\.installedRewrites)
        return copy(
            routes: routes.withoutIdle.adding(idle: added, areFallbacks: false),
            fallbacks: fallbacks.withoutIdle.adding(idle: added, areFallbacks: true),
            rewrites: RewriteTable(inForce, ownHosts: routes.ownHosts),
            lazyModules: registered.reduce(lazyModules) { $0.setting($1, needsStart: false) })
    }

    /// Returns the registry with an idle module, unless the module is registered.
    func makingIdle(_ module: String) -> Registry {
        guard modules[module] == nil, !lazyModules.needsStart(module), let idle = lazyModules[module] else {
            return self
        }
        return copy(
            routes: routes.adding(idle: [idle], areFallbacks: false),
            fallbacks: fallbacks.adding(idle: [idle], areFallbacks: true),
            rewrites: rewrites(without: module, and: idle.installedRewrites),
            lazyModules: lazyModules.setting(module, needsStart: true))
    }

    func rewrites(without module: String, and declared: [InstalledRewrite] = []) -> RewriteTable {
        let others = rewrites.rewrites.filter { $0.owner != module }
        guard others.count < rewrites.rewrites.count || !declared.isEmpty else { return rewrites }
        return RewriteTable(others + declared, ownHosts: routes.ownHosts)
    }

    private func copy(
        routes: RouteTable? = nil, fallbacks: RouteTable? = nil, rewrites: RewriteTable? = nil,
        lazyModules: LazyModules? = nil
    ) -> Registry {
        Registry(
            modules: modules, routes: routes ?? self.routes, fallbacks: fallbacks ?? self.fallbacks, chain: chain,
            rewrites: rewrites ?? self.rewrites, services: services, subscriptions: subscriptions,
            lazyModules: lazyModules ?? self.lazyModules)
    }

    /// Returns the routes for a URL, in the order of their calls, then the fallbacks; a module that has not started
    /// starts at its turn.
    func candidates(for url: RouteURL) -> [RouteMatch] { routes.candidates(url) + fallbacks.candidates(url) }

    /// All interceptors in their order, also those of modules that have not started; if the latter would make a cycle,
    /// they come last.
    var allInterceptors: [InstalledInterceptor] {
        let declared = lazyModules.manifests.flatMap { module, manifest in
            let types = manifest.types.map(\.type)
            return manifest.interceptors.compactMap { interceptor in
                try? InstalledInterceptor(interceptor.outline, owner: module, types: types)
            }
        }
        let all = interceptors.interceptors + declared
        return (try? InterceptorChain(all, ownHosts: routes.ownHosts))?.interceptors ?? all
    }
}
