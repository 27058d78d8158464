extension RequestPipeline {
    /// A request after its rewrites, with its best route and the interceptors that cover its URL.
    struct Target: Sendable {
        let request: Request
        let route: RouteTable.Entry?
        let interceptors: [CoveringInterceptor]
    }

    /// Returns the target of a rewritten URL; fails if the best route does not accept the request's origin or verb.
    ///
    /// It first starts all modules that the target needs: modules with an interceptor for the URL, modules with an
    /// interceptor for a label of the route, and the route's module. If the route does not accept the request, only
    /// modules with an interceptor for the URL have started.
    @inline(__always)
    mutating func lookUp(_ url: RouteURL, body: Payload?) async throws(RequestError) -> Target {
        var started: Set<String> = []
        while true {
            try await startInterceptors(for: url, &started)
            var best = registry.bestCandidate(for: url)
            if let entry = best?.entry, !mayAsk(entry, afterStarting: started) {
                best = registry.routes.candidates(for: url).first { mayAsk($0.entry, afterStarting: started) }
            }
            let entry = best?.entry
            let module = entry.flatMap { neededModule(for: $0, afterStarting: started) }
            if module == nil { try enter(.lookUp) }
            let request = Request(url: url, captures: best?.captures ?? [], body: body, of: active)
            if let entry { try check(entry, request) }
            guard let module else {
                // Only routes of served modules answer another host. Interceptors and resolvers alone do not.
                if entry == nil, answerers.areServed, candidates(for: url, after: nil, afterStarting: started).isEmpty {
                    throw RequestError(.noRoute(url: request.shownURL, asked: nil, near: []))
                }
                active.decide(entry.map { "\($0.owner)'s route \($0.route.pattern)" } ?? "no route")
                let interceptors = registry.interceptors.covering(url, labels: entry?.route.labels ?? [])
                return Target(request: request, route: entry, interceptors: interceptors)
            }
            started.insert(module)
            try await activate(module, for: url)
        }
    }

    /// Returns whether the request may ask a candidate.
    ///
    /// The result is `false` if the candidate's module was started but did not register the route, or if another host
    /// made the request and the module is not served to that host.
    ///
    /// A call to a web service skips a route with another verb, which would refuse the call, and a route for any host,
    /// which must not receive the call's body and header fields.
    @inline(__always)
    func mayAsk(_ entry: RouteTable.Entry, afterStarting started: Set<String>) -> Bool {
        if entry.isIdle, started.contains(entry.owner) { return false }
        if !answerers.include(entry.owner) { return false }
        guard active.passedObject != nil, active.verb == .call, active.webService != nil else { return true }
        let pattern = entry.route.pattern.lowercased()
        return active.accepts(entry.route.verb) && !pattern.hasPrefix("https://*") && !pattern.hasPrefix("http://*")
    }

    /// Returns the next module that must start before the route is asked, or `nil` if no module is left to start.
    ///
    /// Modules with an interceptor for a label of the route come first, then the route's module.
    func neededModule(for entry: RouteTable.Entry, afterStarting started: Set<String>) -> String? {
        if registry.hasIdleInterceptors, !entry.route.labels.isEmpty {
            let modules = registry.idleModules.interceptingModules(of: entry.route.labels)
            if let module = modules.first(where: { !started.contains($0) }) { return module }
        }
        return entry.isIdle ? entry.owner : nil
    }

    func check(_ entry: RouteTable.Entry, _ request: Request) throws(RequestError) {
        let refusal =
            active.isServed && entry.route.access == .internal
            ? entry.refusal(of: .external, url: request.shownURL)
            : entry.refusal(of: request.origin, url: request.shownURL)
        if let refusal { throw refusal }
        guard active.accepts(entry.route.verb) else {
            throw RequestError(
                .wrongVerb(
                    url: request.shownURL, route: entry.route.pattern, owner: entry.owner, expected: entry.route.verb))
        }
    }

    /// Starts each idle module with an interceptor for a URL, so that no interceptor is bypassed.
    ///
    /// While one module starts, another may end, so each step uses the newest registry.
    @inline(__always)
    mutating func startInterceptors(for url: RouteURL, _ started: inout Set<String>) async throws(RequestError) {
        while registry.hasIdleInterceptors,
            let module = registry.idleModules.interceptingModules(of: url).first(where: { !started.contains($0) })
        {
            started.insert(module)
            try await activate(module, for: url)
        }
    }

    /// Starts a module, and continues with the newest registry, which contains the module's registrations.
    mutating func activate(_ module: String, for url: RouteURL) async throws(RequestError) {
        guard let starter = registry.idleModules.starter else { return }
        let stage = Request.Stage.activation(module: module)
        try enter(stage)
        let result = try await active.run(stage) { () async throws in
            try await starter.requestStart(of: module)
        }
        try checkIsAwaited(after: stage)
        if case .failure(let reason) = result {
            throw RequestError(.moduleNotStarted(url: active.shown(url), module: module, reason: Thrown(reason)))
        }
        active.decide("started")
        registry = mediator.registry
    }
}

extension RouteTable.Entry {
    /// Returns the error if the origin may not use the route, otherwise `nil`.
    @inline(__always)
    func refusal(of origin: Origin, url: @autoclosure () -> String) -> RequestError? {
        if route.access.allows(origin, owner: owner) { return nil }
        return RequestError(
            .accessDenied(url: url(), route: route.pattern, owner: owner, access: route.access, origin: origin))
    }
}
