/// All declarations of the registered modules. A registry never changes: a request keeps the registry that it began
/// with.
final class Registry: Sendable {
    let modules: ModuleTable<Registration>
    /// The registrations of isolated modules.
    let isolated: [Registration]
    let routes: RouteTable
    /// The fallbacks, which are tried after the routes.
    let fallbacks: RouteTable
    let chain: LazyInterceptorChain
    let rewrites: RewriteTable
    let services: ServiceTable
    let subscriptions: SubscriptionTable
    /// The modules that start when a request needs them.
    let idleModules: IdleModules
    let hasIdleInterceptors: Bool
    /// Whether a module subscribes to events about pages.
    let concernsPages: Bool

    /// Creates a registry without modules; `ownHosts` are the web hosts of the app.
    convenience init(ownHosts: Set<String>) {
        let routes = RouteTable(ownHosts: ownHosts)
        self.init(
            modules: ModuleTable(), isolated: [], routes: routes, fallbacks: routes,
            chain: LazyInterceptorChain(ownHosts: ownHosts),
            rewrites: RewriteTable(ownHosts: ownHosts), services: ServiceTable(), subscriptions: SubscriptionTable(),
            idleModules: IdleModules())
    }

    init(
        modules: ModuleTable<Registration>, isolated: [Registration], routes: RouteTable, fallbacks: RouteTable,
        chain: LazyInterceptorChain, rewrites: RewriteTable, services: ServiceTable, subscriptions: SubscriptionTable,
        idleModules: IdleModules
    ) {
        self.modules = modules
        self.isolated = isolated
        self.routes = routes
        self.fallbacks = fallbacks
        self.chain = chain
        self.rewrites = rewrites
        self.services = services
        self.subscriptions = subscriptions
        self.idleModules = idleModules
        hasIdleInterceptors = idleModules.haveInterceptors
        concernsPages = subscriptions.concernsPages || idleModules.concernPages
    }

    var interceptors: InterceptorChain { chain.value }

    /// Returns the best route for a URL. Not inlined: an async caller would copy the table and its references.
    @inline(never) func bestCandidate(for url: RouteURL) -> Candidate? { routes.bestCandidate(for: url) }

    /// Returns whether two URLs lead to the same route with equal parameters, ignoring the order of the query's names.
    func isPage(_ url: RouteURL, of other: RouteURL) -> Bool {
        guard let best = bestCandidate(for: url), let otherBest = bestCandidate(for: other),
            best.number == otherBest.number, best.captures == otherBest.captures
        else { return false }
        return Dictionary(grouping: url.query, by: \.name) == Dictionary(grouping: other.query, by: \.name)
    }

    /// Returns the routes for a URL, first asked first, and after them the fallbacks. If a route's module is idle, the
    /// module starts only when the route is next.
    func candidates(for url: RouteURL) -> [Candidate] { routes.candidates(for: url) + fallbacks.candidates(for: url) }

    /// Returns the numbers of a table's routes, in the order in which their modules were registered.
    func numbers(of table: RouteTable) -> [Int] {
        let numbers = Dictionary(grouping: table.numbers) { table.entry($0).owner }
        return modules.values.flatMap { numbers[$0.owner] ?? [] }
    }

    /// Returns a lease for a page of a module; `nil` if nothing waits for the end of the page.
    func pageLease(of module: String?) -> Lease? {
        module.flatMap { modules[$0]?.pageLease?() }
    }
}

extension Registry {
    /// Returns the registry with all declarations of a module, or throws an error that lists every fault.
    func adding(_ registration: Registration) throws(RegistrationError) -> Registry {
        let owner = registration.owner
        guard modules[owner] == nil else { throw .alreadyRegistered(owner: owner) }
        var faults = registration.routes.flatMap(\.labelFaults) + isolationFaults(of: registration)
        var (routes, fallbacks) = (routes, fallbacks)
        routes.add(
            registration.routes.filter { !$0.isFallback }, owner: owner, types: registration.types, faults: &faults)
        fallbacks.add(
            registration.routes.filter(\.isFallback), owner: owner, types: registration.types, faults: &faults)
        let chain = chain(with: registration, faults: &faults)
        let rewrites = rewrites(with: registration, faults: &faults)
        let services = services.adding(registration, faults: &faults)
        guard faults.isEmpty else { throw .invalid(faults, owner: owner) }
        return Registry(
            modules: modules.adding(registration, of: owner),
            isolated: registration.isIsolated ? isolated + [registration] : isolated,
            routes: routes, fallbacks: fallbacks, chain: chain, rewrites: rewrites, services: services,
            subscriptions: subscriptions.adding(registration),
            idleModules: idleModules.setting(owner, isIdle: false))
    }

    /// Returns the registry with a module's interceptors and subscriptions replaced by the ones in `registration`.
    ///
    /// Nothing changes if the module is not registered, or if another context of the module registered it.
    func redeclaring(_ registration: Registration) throws(RegistrationError) -> Registry {
        let owner = registration.owner
        guard var next = modules[owner], next.context == nil || next.context === registration.context else {
            return self
        }
        (next.interceptors, next.subscriptions) = (registration.interceptors, registration.subscriptions)
        // The registered parameter types stay, because the module's other patterns may use them.
        var faults = isolationFaults(of: next)
        let chain = chain(with: next, faults: &faults)
        guard faults.isEmpty else { throw .invalid(faults, owner: owner) }
        return Registry(
            modules: modules.replacing(next, of: owner),
            isolated: isolated.map { $0.owner == owner ? next : $0 },
            routes: routes, fallbacks: fallbacks, chain: chain, rewrites: rewrites, services: services,
            subscriptions: subscriptions.removing(owner: owner).adding(next),
            idleModules: idleModules)
    }

    func removing(owner: String) -> Registry {
        guard modules[owner] != nil || idleModules.isIdle(owner) else { return self }
        return Registry(
            modules: modules.removing(owner), isolated: isolated.filter { $0.owner != owner },
            routes: routes.removing(owner: owner), fallbacks: fallbacks.removing(owner: owner),
            chain: chain.removing(owner), rewrites: rewrites(without: owner),
            services: services.removing(owner: owner), subscriptions: subscriptions.removing(owner: owner),
            idleModules: idleModules.setting(owner, isIdle: false))
    }

    /// Returns the faults that a module has because it is isolated, or because it conflicts with isolated modules.
    private func isolationFaults(of registration: Registration) -> [RegistrationFault] {
        let (owner, isIsolated) = (registration.owner, registration.isIsolated)
        var segments = FirstSegments()
        for other in isolated where other.owner != owner { segments.add(other) }
        if isIsolated {
            for table in [routes, fallbacks] {
                for number in table.numbers where table.entry(number).owner != owner {
                    segments.add(table.pattern(number), of: table.entry(number).owner)
                }
            }
            for rewrite in rewrites.rewrites where rewrite.owner != owner {
                segments.add(rewrite.pattern, of: rewrite.owner)
            }
        }
        guard isIsolated || !segments.isEmpty else { return [] }
        return isIsolated ? segments.faults(ofIsolated: registration) : segments.faults(of: registration)
    }

    private func chain(with registration: Registration, faults: inout [RegistrationFault]) -> LazyInterceptorChain {
        let installed = interceptors(of: registration, faults: &faults)
        do throws(RegistrationFault) {
            return try chain.removing(registration.owner).adding(installed, of: registration.owner)
        } catch {
            faults.append(error)
            return chain
        }
    }

    private func interceptors(
        of registration: Registration, faults: inout [RegistrationFault]
    ) -> [InstalledInterceptor] {
        var installed: [InstalledInterceptor] = []
        var seen: [String: DeclarationSite] = [:]
        for interceptor in registration.interceptors {
            if let other = seen.updateValue(interceptor.location, forKey: interceptor.name) {
                faults.append(
                    .duplicateInterceptor(interceptor.name, declared: interceptor.location, otherDeclared: other))
            }
            if let label = interceptor.label {
                faults += [RouteLabel(label)].faults(
                    of: "interceptor \(interceptor.name)", declared: interceptor.location)
            }
            do throws(RegistrationFault) {
                installed.append(
                    try InstalledInterceptor(interceptor, owner: registration.owner, types: registration.types))
            } catch {
                faults.append(error)
            }
        }
        return installed
    }

    private func rewrites(with registration: Registration, faults: inout [RegistrationFault]) -> RewriteTable {
        // If the module was idle, the table already contains the module's rewrites. An unchanged rewrite keeps its
        // count of uses.
        let wasIdle = idleModules.isIdle(registration.owner)
        guard wasIdle || !registration.rewrites.isEmpty else { return rewrites }
        let former = wasIdle ? rewrites.rewrites.filter { $0.owner == registration.owner } : []
        let known = Dictionary(former.map { ($0.rewrite.pattern, $0) }) { first, _ in first }
        var installed: [InstalledRewrite] = []
        for rewrite in registration.rewrites {
            do throws(RegistrationFault) {
                if let same = known[rewrite.pattern], same.isThat(of: rewrite) {
                    installed.append(same)
                    continue
                }
                installed.append(try InstalledRewrite(rewrite, owner: registration.owner, types: registration.types))
            } catch {
                faults.append(error)
            }
        }
        if former.elementsEqual(installed, by: ===) { return rewrites }
        let others = wasIdle ? self.rewrites(without: registration.owner) : rewrites
        let (table, conflicts) = others.adding(installed)
        faults += conflicts.map(\.fault)
        return faults.isEmpty ? table : rewrites
    }
}

extension Registry {
    /// Returns the URL into which a rewrite turns a matching URL. Does not count a use of the rewrite.
    func nextURL(
        after url: RouteURL, by rewrite: InstalledRewrite, _ match: PatternMatch, showing shown: (String) -> String
    ) throws(RequestError) -> String {
        do throws(URLGenerationError) {
            return try rewrite.written(match, of: url)
        } catch {
            let (pattern, owner) = (rewrite.rewrite.pattern, rewrite.owner)
            throw RequestError(
                .rewriteFailed(url: shown(url.text), rewrite: pattern, owner: owner, reason: error.description))
        }
    }
}
