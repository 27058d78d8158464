extension Registry {
    /// Returns the registry with other lazy modules, in place of the earlier ones.
    ///
    /// Their rewrites apply at once, since they are data.
    func declaring(
        _ declarations: Declarations, startedBy starter: any ModuleStarter, rewrites declared: [InstalledRewrite]
    ) -> Registry {
        let lazyModules = LazyModules(declarations, startedBy: starter, ownHosts: routes.ownHosts)
        let registered = modules.names
        let kept = rewrites.rewrites.filter { registered.contains($0.owner) }
        let added = declared.filter { !registered.contains($0.owner) }
        var routes = routes.declaring(declarations.routes, of: declarations, areFallbacks: false)
        var fallbacks = fallbacks.declaring(declarations.fallbacks, of: declarations, areFallbacks: true)
        for module in registered {
            (routes, fallbacks) = (routes.undeclaring(module), fallbacks.undeclaring(module))
        }
        return copy(
            routes: routes, fallbacks: fallbacks, rewrites: RewriteTable(kept + added, ownHosts: routes.ownHosts),
            lazyModules: registered.reduce(lazyModules) { $0.setting($1, .started) })
    }

    /// Returns the registry with an idle module, unless the module is registered.
    func makingIdle(_ module: String, rewrites declared: [InstalledRewrite]) -> Registry {
        guard modules[module] == nil else { return self }
        return copy(
            routes: routes.makingIdle(owner: module), fallbacks: fallbacks.makingIdle(owner: module),
            rewrites: rewrites(without: module, and: declared), lazyModules: lazyModules.setting(module, .idle))
    }

    /// Returns the registry with a module in another state; the rewrites of a module that is gone are removed.
    func setting(_ module: String, _ state: LazyModules.State) -> Registry {
        let lazyModules = lazyModules.setting(module, state)
        guard modules[module] == nil else {
            return copy(routes: routes, fallbacks: fallbacks, rewrites: rewrites, lazyModules: lazyModules)
        }
        guard state == .gone else {
            return copy(
                routes: routes.makingIdle(owner: module), fallbacks: fallbacks.makingIdle(owner: module),
                rewrites: rewrites, lazyModules: lazyModules)
        }
        return copy(
            routes: routes.removing(owner: module), fallbacks: fallbacks.removing(owner: module),
            rewrites: rewrites(without: module), lazyModules: lazyModules)
    }

    func rewrites(without module: String, and declared: [InstalledRewrite] = []) -> RewriteTable {
        let others = rewrites.rewrites.filter { $0.owner != module }
        guard others.count < rewrites.rewrites.count || !declared.isEmpty else { return rewrites }
        return RewriteTable(others + declared, ownHosts: routes.ownHosts)
    }

    private func copy(
        routes: RouteTable, fallbacks: RouteTable, rewrites: RewriteTable, lazyModules: LazyModules
    ) -> Registry {
        Registry(
            modules: modules, routes: routes, fallbacks: fallbacks, chain: chain,
            rewrites: rewrites, services: services, subscriptions: subscriptions,
            lazyModules: lazyModules)
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
