import Synchronization

@_spi(Host) extension Switchboard {
    /// The routes of started modules in order of registration, then the lazy modules' routes; fallbacks end each group.
    public var routes: [RouteDescription] {
        let registry = registry
        let started = [registry.routes, registry.fallbacks].flatMap { table in
            registry.numbers(of: table).map { RouteDescription(table.entry($0)) }
        }
        let idle = registry.idleModules.manifests.flatMap(\.manifest.routes)
        return started + idle.filter { !$0.isFallback } + idle.filter(\.isFallback)
    }

    /// Returns the routes with a label that an origin may request, sorted by module and pattern.
    ///
    /// Includes fallbacks and the routes of lazy modules; no module starts. Complexity: linear in the number of routes.
    @_spi(Host) public func routes(labelled label: String, origin: Origin) -> [LabelledRoute] {
        if let relay { return relay.routes(labelled: label, origin: origin) }
        let registry = registry
        let found = [registry.routes, registry.fallbacks].flatMap { $0.routes(labelled: label) }.filter { entry, _ in
            entry.route.access.allows(origin, owner: entry.owner)
        }
        return found.compactMap { LabelledRoute($0.entry, $0.pattern, label: label) }
            .sorted { ($0.module, $0.pattern, $0.verb.rawValue) < ($1.module, $1.pattern, $1.verb.rawValue) }
    }

    /// The current rewrites.
    public var rewrites: [RewriteDescription] { registry.rewrites.rewrites.map(RewriteDescription.init) }

    /// The interceptors in the order of their calls, including interceptors of lazy modules.
    public var interceptors: [InterceptorDescription] {
        let interceptors = registry.allInterceptors
        let names = Set(interceptors.map(\.fullName))
        return interceptors.map { InterceptorDescription($0, among: names) }
    }

    /// Returns the module that answers a URL after its rewrites; `nil` if no started module does.
    @_spi(Host) public func owner(of url: RouteURL) -> String? {
        let registry = registry
        guard let way = try? registry.way(of: url, showing: shown) else { return nil }
        return registry.candidates(for: way.target).first { !$0.entry.isIdle }?.entry.owner
    }

    /// An object that identifies the current declarations; each change of declarations replaces it.
    @_spi(Host) public var declarationState: any AnyObject & Sendable { registry }

    /// Returns the patterns of all routes that an origin may request, including routes of lazy modules, in linear time.
    @_spi(Host) public func patterns(for origin: Origin) -> [(verb: Request.Verb, pattern: RoutePattern)] {
        let registry = registry
        return [registry.routes, registry.fallbacks].flatMap { table in
            table.numbers.map { table.entry($0) }.filter { $0.route.access.allows(origin, owner: $0.owner) }
                .map { ($0.route.verb, $0.indexed.pattern) }
        }
    }

    /// Returns the query parameters that routes for a URL read, or that modules declare as sensitive, sorted by name.
    @_spi(Host) public func queryParameters(of url: RouteURL, for origin: Origin) -> [RouteParameter] {
        let (table, idleModules) = (registry.routes, registry.idleModules)
        let found = table.candidates(for: url).filter { $0.entry.route.access.allows(origin, owner: $0.entry.owner) }
        let parameters = found.flatMap { candidate -> [RouteParameter] in
            let pattern = table.pattern(candidate.number)
            let declared = candidate.entry.route.sensitiveParameters.subtracting(pattern.parameterNames)
            // Only the manifest describes the input of an idle module, because the input's type is not in this process.
            let route = candidate.entry.isIdle ? idleModules.route(of: candidate.entry) : candidate.entry.route
            return route.inputFields(pattern.parameterNames).query(beside: pattern)
                + declared.map { RouteParameter(name: $0, shape: .text, isOptional: true) }
        }
        var seen: Set<String> = []
        return parameters.filter { seen.insert($0.name).inserted }.sorted { $0.name < $1.name }
    }

    /// The registered routes in order of registration, without fallbacks, because no caller names a fallback.
    @_spi(Host) public var outlines: [RouteOutline] {
        let registry = registry
        let table = registry.routes
        return registry.numbers(of: table).map { RouteOutline(table.entry($0), table.pattern($0)) }
    }

    /// Returns valid and invalid requests for each route of a started module; a route's valid request comes first.
    @_spi(Host) public func samples(of owner: String) -> [RouteSample] { registry.samples(of: owner) }

    /// The services that modules offer, in order of registration, without services of isolated modules.
    public var services: [ServiceDescription] {
        registry.services.services.filter { !$0.isIsolated }.map(\.description)
    }

    /// Returns a service for a key in a range of versions, by default from the key's version to the next major one.
    ///
    /// Of several offered services, the first in the order of `services(_:_:takenBy:)` is used. The first call creates
    /// the service's object on the caller's thread; simultaneous calls block until the object exists. The
    /// caller may keep the object, even after the service's module was removed.
    /// - Throws: `ServiceError` if the version or type is not offered, each provider fails, or the caller is isolated.
    public func service<Value: Sendable>(
        _ key: ServiceKey<Value>, _ versions: Range<Version>? = nil
    ) throws(ServiceError) -> Value {
        let versions = versions ?? key.versions
        if relay != nil { throw ServiceError(.unreachable(service: key.name, range: versions)) }
        let table = registry.services
        var failure: ServiceError?
        for service in table.services(key.name, versions) {
            do throws(ServiceError) { return try service.value(as: Value.self) } catch {
                // Trying the next service would hide that the providers depend on each other.
                if error.code == .circle { throw error }
                failure = failure ?? error
            }
        }
        throw failure ?? table.absence(of: key.name, versions)
    }

    /// Returns all services for a key in a range of versions, sorted by descending version, then by module name.
    ///
    /// Services of isolated modules are left out. Services that cannot be created or have another type are also left
    /// out: the calling module's log reports the reason, and they are tried again when the offered services change.
    public func services<Value: Sendable>(
        _ key: ServiceKey<Value>, _ versions: Range<Version>? = nil, takenBy module: String
    ) -> [Value] {
        let versions = versions ?? key.versions
        func report(_ error: ServiceError) { log(.warning) { LogRecord(.warning, "\(error)", from: module) } }
        if relay != nil {
            report(ServiceError(.unreachable(service: key.name, range: versions)))
            return []
        }
        // A page that reads this counter updates itself when the counter changes. The counter is read before the table,
        // because otherwise the page could miss a change between the two reads.
        _ = serviceChanges.value
        return registry.services.services(key.name, versions).compactMap { service in
            let use = [ObjectIdentifier(service), ObjectIdentifier(Value.self)]
            if service.isIsolated || failedServices.withLock({ $0.contains(use) }) { return nil }
            do throws(ServiceError) { return try service.value(as: Value.self) } catch { report(error) }
            _ = failedServices.withLock { $0.insert(use) }
            return nil
        }
    }

    /// Creates every service that a module offers, and returns the errors.
    @_spi(Host) public func makeServices(of owner: String) -> [ServiceError] {
        registry.services.services.filter { $0.description.owner == owner }.compactMap { service in
            do throws(ServiceError) {
                _ = try service.value(as: Any.self)
                return nil
            } catch {
                return error
            }
        }
    }
}
