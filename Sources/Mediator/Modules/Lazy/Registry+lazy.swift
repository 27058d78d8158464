extension Registry {
    /// Returns the registry with a new list of modules whose manifests are known, instead of the previous list.
    ///
    /// The rewrites of the modules apply immediately, because rewrites need no code.
    func declaring(_ declared: [Registration], startedBy starter: any ModuleStarter) -> Registry {
        let registered = modules.names
        let added = declared.filter { !registered.contains($0.owner) }
        let kept = rewrites.rewrites.filter { registered.contains($0.owner) }
        let inForce = kept + added.flatMap(\.installedRewrites)
        return copy(
            routes: routes.withoutIdle.adding(idle: added, areFallbacks: false),
            fallbacks: fallbacks.withoutIdle.adding(idle: added, areFallbacks: true),
            rewrites: RewriteTable(inForce, ownHosts: routes.ownHosts),
            idleModules: registered.reduce(IdleModules(declared, startedBy: starter, ownHosts: routes.ownHosts)) {
                $0.setting($1, isIdle: false)
            })
    }

    /// Returns a registry in which a module is idle again; unchanged if the module is registered or has no manifest.
    func makingIdle(_ module: String) -> Registry {
        guard modules[module] == nil, !idleModules.isIdle(module), let declared = idleModules[module] else {
            return self
        }
        return copy(
            routes: routes.adding(idle: [declared], areFallbacks: false),
            fallbacks: fallbacks.adding(idle: [declared], areFallbacks: true),
            rewrites: rewrites(without: module).adding(declared.installedRewrites).table,
            idleModules: idleModules.setting(module, isIdle: true))
    }

    func rewrites(without module: String) -> RewriteTable {
        guard rewrites.rewrites.contains(where: { $0.owner == module }) else { return rewrites }
        return RewriteTable(rewrites.rewrites.lazy.filter { $0.owner != module }, ownHosts: routes.ownHosts)
    }

    private func copy(
        routes: RouteTable, fallbacks: RouteTable, rewrites: RewriteTable, idleModules: IdleModules
    ) -> Registry {
        Registry(
            modules: modules, isolated: isolated, routes: routes, fallbacks: fallbacks, chain: chain,
            rewrites: rewrites, services: services, subscriptions: subscriptions, idleModules: idleModules)
    }

    /// All interceptors in order, including idle modules' interceptors; if these cause a cycle, they come last.
    var allInterceptors: [InstalledInterceptor] {
        let all = interceptors.interceptors + idleModules.idleInterceptors
        return (try? InterceptorChain(all, ownHosts: routes.ownHosts))?.interceptors ?? all
    }
}

extension Registration {
    /// The rewrites with parsed patterns. Invalid rewrites, which are never registered, are left out.
    var installedRewrites: [InstalledRewrite] {
        rewrites.compactMap { try? InstalledRewrite($0, owner: owner, types: types) }
    }

    /// The interceptors with parsed patterns. Invalid interceptors, which are never registered, are left out.
    var installedInterceptors: [InstalledInterceptor] {
        interceptors.compactMap { try? InstalledInterceptor($0, owner: owner, types: types) }
    }
}
