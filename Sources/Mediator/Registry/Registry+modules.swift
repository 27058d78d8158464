extension Registry {
    /// The registry with all that a module brings, or an error that names every fault.
    func adding(_ registration: Registration) throws(RegistrationError) -> Registry {
        let owner = registration.owner
        guard !registrations.contains(where: { $0.owner == owner }) else { throw .alreadyRegistered(owner: owner) }
        var faults: [RegistrationFault] = []
        let isFallback = { (route: Route) in route.isFallback }
        let routes = Self.collect(&faults) { () throws(RegistrationError) in
            try self.routes.adding(
                registration.routes.filter { !isFallback($0) }, owner: owner, types: registration.types)
        }
        let fallbacks = Self.collect(&faults) { () throws(RegistrationError) in
            try self.fallbacks.adding(registration.routes.filter(isFallback), owner: owner, types: registration.types)
        }
        let interceptors = chain(with: registration, faults: &faults)
        let rewrites = rewrites(with: registration, faults: &faults)
        let services = services.adding(registration, faults: &faults)
        guard faults.isEmpty, let routes, let fallbacks else { throw .invalid(faults, owner: owner) }
        return Registry(
            registrations: registrations + [registration], routes: routes, fallbacks: fallbacks,
            interceptors: interceptors, rewrites: rewrites, services: services,
            subscriptions: subscriptions.adding(registration),
            dormant: dormant.setting(owner, .started))
    }

    /// The registry without anything of a module.
    func removing(owner: String) -> Registry {
        // A part of an order without circles has none.
        let chain = try? InterceptorChain(interceptors.interceptors.filter { $0.owner != owner })
        return Registry(
            registrations: registrations.filter { $0.owner != owner }, routes: routes.removing(owner: owner),
            fallbacks: fallbacks.removing(owner: owner), interceptors: chain ?? InterceptorChain(),
            rewrites: RewriteTable(rewrites.rewrites.filter { $0.owner != owner }, ownHosts: routes.ownHosts),
            services: services.removing(owner: owner), subscriptions: subscriptions.removing(owner: owner),
            dormant: dormant.setting(owner, .gone))
    }

    private static func collect(
        _ faults: inout [RegistrationFault], _ body: () throws(RegistrationError) -> RouteTable
    ) -> RouteTable? {
        do throws(RegistrationError) {
            return try body()
        } catch {
            if case .invalid(let found, _) = error { faults += found }
            return nil
        }
    }

    private func chain(with registration: Registration, faults: inout [RegistrationFault]) -> InterceptorChain {
        guard !registration.interceptors.isEmpty else { return interceptors }
        var installed = interceptors.interceptors
        var seen: [String: SourceLocation] = [:]
        for interceptor in registration.interceptors {
            if let other = seen.updateValue(interceptor.location, forKey: interceptor.name) {
                faults.append(
                    .duplicateInterceptor(interceptor.name, declared: interceptor.location, otherDeclared: other))
            }
            do throws(RegistrationFault) {
                installed.append(
                    try InstalledInterceptor(
                        interceptor, owner: registration.owner, types: registration.types, ownHosts: routes.ownHosts))
            } catch {
                faults.append(error)
            }
        }
        do throws(InterceptorCycle) {
            return try InterceptorChain(installed)
        } catch {
            faults.append(.interceptorCycle(error.names))
            return interceptors
        }
    }

    private func rewrites(with registration: Registration, faults: inout [RegistrationFault]) -> RewriteTable {
        // A module that was dormant so far has some already.
        let known = rewrites.rewrites.filter { $0.owner == registration.owner }
        guard !registration.rewrites.isEmpty || !known.isEmpty else { return rewrites }
        var installed = rewrites.rewrites.filter { $0.owner != registration.owner }
        let others = installed.count
        for rewrite in registration.rewrites {
            do throws(RegistrationFault) {
                if let same = known.first(where: { $0.isThat(of: rewrite) }) {
                    installed.append(same)
                    continue
                }
                installed.append(
                    try InstalledRewrite(rewrite, owner: registration.owner, types: registration.types))
            } catch {
                faults.append(error)
            }
        }
        let table = RewriteTable(installed, ownHosts: routes.ownHosts)
        faults += table.faults(from: others)
        return table
    }
}
