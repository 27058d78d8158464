extension RequestPipeline {
    /// Returns the target of a URL after its rewrites, if its origin may request the route and the route answers the
    /// verb.
    ///
    /// It starts all modules that the target needs: those whose interceptors cover the URL or a label of the route, and
    /// the module of the route. It starts none for a request that may not use the route.
    @inline(__always)
    mutating func lookUp(_ url: RouteURL, body: Payload?) async throws(RequestError) -> Target {
        var started: Set<String> = []
        while true {
            try await startInterceptors(for: url, &started)
            var best = registry.bestCandidate(for: url)
            if let entry = best?.entry, !mayAsk(entry, besides: started) {
                best = registry.routes.candidates(for: url).first { mayAsk($0.entry, besides: started) }
            }
            let entry = best?.entry
            let module = entry.flatMap { neededModule(for: $0, besides: started) }
            if module == nil { try enter(.lookUp) }
            let request = Request(url: url, captures: best?.captures ?? [], body: body, of: active)
            if let entry { try check(entry, request) }
            guard let module else {
                // Interceptors and resolvers of other modules do not answer another host either.
                if entry == nil, served != nil, candidates(for: url, behind: nil, besides: started).isEmpty {
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

    /// Returns whether the request may ask a candidate; not one that its module, once started, did not register, and
    /// not one of a module that is not served to the host that asks.
    ///
    /// A call to a web service is meant for the service: a route of another verb does not refuse it, and one for any
    /// host does not receive its body and its header fields.
    @inline(__always)
    private func mayAsk(_ entry: RouteTable.Entry, besides started: Set<String>) -> Bool {
        if entry.isIdle, started.contains(entry.owner) { return false }
        if let served, !served.contains(entry.owner) { return false }
        guard active.passed != nil, active.verb == .call, active.context is WebServiceCall else { return true }
        let pattern = entry.route.pattern.lowercased()
        return active.accepts(entry.route.verb) && !pattern.hasPrefix("https://*") && !pattern.hasPrefix("http://*")
    }

    /// Returns the next module that has to start before a route answers: one whose interceptor covers a label of the
    /// route, then the route's own.
    private func neededModule(for entry: RouteTable.Entry, besides started: Set<String>) -> String? {
        if registry.hasIdleInterceptors, !entry.route.labels.isEmpty {
            let modules = registry.idleModules.interceptingModules(of: entry.route.labels)
            if let module = modules.first(where: { !started.contains($0) }) { return module }
        }
        return entry.isIdle ? entry.owner : nil
    }

    /// Checks that a request may use a route.
    private func check(_ entry: RouteTable.Entry, _ request: Request) throws(RequestError) {
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

    /// Asks the best candidate, the next ones if it declines, and then the resolvers.
    @inline(__always)
    mutating func askCandidates(
        of target: Target, _ cursor: inout InterceptorCursor
    ) async throws(RequestError) -> Answer {
        var request = target.request
        if let best = target.route, let answer = try await askHandler(of: best, request) { return answer }
        if let answer = try await askOthers(than: target.route, &request, &cursor) { return answer }
        if let answer = try await askResolvers(request) { return answer }
        let asked = active.redirects.isEmpty ? nil : active.shownURL
        throw RequestError(.noRoute(url: request.shownURL, asked: asked, near: []))
    }

    /// Asks the candidates after the best one in their order, fallbacks last, and starts a module that has not started
    /// at its turn. The interceptors of a candidate's labels run before it.
    private mutating func askOthers(
        than best: RouteTable.Entry?, _ request: inout Request, _ cursor: inout InterceptorCursor
    ) async throws(RequestError) -> Answer? {
        var asked = best.map { [$0] } ?? []
        var started: Set<String> = []
        var others = candidates(for: request.url, behind: best, besides: started)[...]
        while let candidate = others.popFirst() {
            let entry = candidate.entry
            if entry.route.isFallback, !active.accepts(entry.route.verb) { continue }
            if asked.contains(where: { $0 === entry }) { continue }
            if let module = neededModule(for: entry, besides: started) {
                try check(entry, request.with(candidate))
                try await activate(module, for: request.url)
                started.insert(module)
                others = candidates(for: request.url, behind: best, besides: started)[...]
            } else {
                asked.append(entry)
                request = request.with(candidate)
                try check(entry, request)
                let labels = entry.route.labels
                if let answer = try await throughLabelInterceptors(of: labels, &request, &cursor) { return answer }
                if let answer = try await askHandler(of: entry, request) { return answer }
            }
        }
        return nil
    }

    /// Returns the fallbacks for a URL, after the routes other than the best one, if there are any.
    private func candidates(
        for url: RouteURL, behind best: RouteTable.Entry?, besides started: Set<String>
    ) -> [Candidate] {
        let all = best == nil ? registry.fallbacks.candidates(for: url) : registry.candidates(for: url)
        return all.filter { mayAsk($0.entry, besides: started) }
    }

    /// Returns the answer of a route, or `nil` if it declines.
    @inline(__always)
    private mutating func askHandler(
        of entry: RouteTable.Entry, _ request: Request
    ) async throws(RequestError) -> Answer? {
        try enter(entry.stage)
        if let window = entry.route.duplicateWindow, isDuplicate(request, within: window) {
            active.decide("suppressed as a duplicate")
            return Answer(request: request, response: .suppressed, answeredBy: entry.stage)
        }
        let response = try await runNoted(entry.route.handler, with: request, of: entry, for: request)
        active.decide(response.words(active.shown))
        guard case .declined = response else {
            let labels = if case .page = response { entry.route.labels } else { [RouteLabel]() }
            return Answer(request: request, response: response, answeredBy: entry.stage, labels: labels)
        }
        if entry.route.duplicateWindow != nil, let last = active.takeLastAdmission() {
            mediator.duplicates.forget(last, of: active)
        }
        return nil
    }

    /// Returns whether a request is a duplicate for a route that suppresses them.
    ///
    /// A request that is redirected back to its own URL is no duplicate of itself.
    private func isDuplicate(_ request: Request, within window: Duration) -> Bool {
        if active.wantsPage || active.isAdmitted(request) { return false }
        guard let admission = mediator.duplicates.admit(request, window: window) else { return true }
        active.keep(admission)
        return false
    }

    /// Returns the error of a request whose stage threw; a stage that stopped because of its cancellation did not fail.
    func failure(_ reason: any Error, of stage: Request.Stage, _ request: Request) -> RequestError {
        if let served = reason as? ServedFailure { return active.hiding(served.error, of: stage, request) }
        if Task.isCancelled, reason.isCancellation {
            return RequestError(.cancelled(url: request.shownURL, during: stage))
        }
        switch stage {
        case .handler(let route, let module):
            // A route in place of a web service fails as the service does.
            if let error = reason as? ResolverError, let call = request.context(as: WebServiceCall.self) {
                return RequestError(.remote(url: request.shownURL, reason: error, module: call.module))
            }
            return RequestError(
                .handlerFailed(
                    url: request.shownURL, route: route, owner: module, reason: Thrown(request.redacted(reason))))
        default:
            return RequestError(
                .stageFailed(url: request.shownURL, stage: stage, reason: Thrown(request.redacted(reason))))
        }
    }
}

extension RouteTable.Entry {
    /// Returns the error of a request from an origin that may not use the route.
    @inline(__always)
    func refusal(of origin: Origin, url: @autoclosure () -> String) -> RequestError? {
        if route.access.allows(origin, owner: owner) { return nil }
        return RequestError(
            .accessDenied(url: url(), route: route.pattern, owner: owner, access: route.access, origin: origin))
    }
}

extension Error {
    /// Whether the error says that a task, or a request within it, was cancelled.
    var isCancellation: Bool {
        if let error = self as? RequestError, error.code == .cancelled { return true }
        return self is CancellationError
    }
}

extension Request {
    /// Returns the request with the parameters of a route.
    fileprivate func with(_ candidate: Candidate) -> Request {
        Request(url: url, captures: candidate.captures, body: body, of: owner)
    }
}
