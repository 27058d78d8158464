extension RequestPipeline {
    /// Returns the target of a URL after its rewrites, if its origin may request the route and the route answers the
    /// verb.
    @inline(__always)
    mutating func lookUp(_ url: RouteURL, body: Payload?) async throws(RequestError) -> Target {
        let match = try await bestRoute(for: url, body: body)
        try enter(.lookUp)
        guard let match else {
            active.decide("no route")
            return target(Request(url: url, body: body, of: active), url, nil)
        }
        let request = Request(url: url, captures: match.captures, body: body, of: active)
        try check(match.entry, request)
        active.decide("\(match.entry.owner)'s route \(match.entry.route.pattern)")
        return target(request, url, match.entry)
    }

    private func target(_ request: Request, _ url: RouteURL, _ route: RouteTable.Entry?) -> Target {
        let interceptors = registry.interceptors.covering(url, labels: route?.route.labels ?? [])
        return Target(request: request, route: route, interceptors: interceptors)
    }

    /// Returns the best route for a URL, after the start of all modules that it needs: those whose interceptors cover the URL
    /// or a label of the route, and the module of the route.
    ///
    /// It starts no module for a request that may not use the route, and skips a module that does not register its
    /// declared routes.
    @inline(__always)
    private mutating func bestRoute(
        for url: RouteURL, body: Payload?
    ) async throws(RequestError) -> RouteMatch? {
        var started: Set<String> = []
        try await startInterceptors(for: url, &started)
        var best = firstRoute(for: url)
        while let entry = best?.entry, let module = neededModule(for: entry, besides: started) {
            try check(entry, Request(url: url, captures: best?.captures ?? [], body: body, of: active))
            started.insert(module)
            try await start(module, for: url)
            try await startInterceptors(for: url, &started)
            best = registry.routes.candidates(url).first {
                active.mayAsk($0.entry) && (!$0.entry.isIdle || !started.contains($0.entry.owner))
            }
        }
        return best
    }

    @inline(__always)
    private func firstRoute(for url: RouteURL) -> RouteMatch? {
        guard let best = registry.routes.route(for: url) else { return nil }
        return active.mayAsk(best.entry) ? best : registry.routes.candidates(url).first { active.mayAsk($0.entry) }
    }

    /// Returns the next module that has to start before a route answers: one whose interceptor covers a label of the route,
    /// then the route's own.
    private func neededModule(for entry: RouteTable.Entry, besides started: Set<String>) -> String? {
        if registry.hasIdleInterceptors, !entry.route.labels.isEmpty {
            let modules = registry.idleModules.interceptingModules(of: entry.route.labels)
            if let module = modules.first(where: { !started.contains($0) }) { return module }
        }
        return entry.isIdle ? entry.owner : nil
    }

    /// Checks that a request may use a route.
    private func check(_ entry: RouteTable.Entry, _ request: Request) throws(RequestError) {
        guard entry.route.access.allows(request.origin, owner: entry.owner) else {
            throw RequestError(
                .accessDenied(
                    url: request.shownURL, route: entry.route.pattern, owner: entry.owner, access: entry.route.access,
                    origin: request.origin))
        }
        guard active.accepts(entry.route.verb) else {
            throw RequestError(
                .wrongVerb(
                    url: request.shownURL, route: entry.route.pattern, owner: entry.owner, expected: entry.route.verb))
        }
    }

    /// Asks the best candidate, the next ones if it declines, and then the resolvers.
    @inline(__always)
    mutating func answer(
        _ target: Target, _ cursor: inout InterceptorCursor
    ) async throws(RequestError) -> Answer {
        var request = target.request
        if let best = target.route, let answer = try await ask(best, request) { return answer }
        if let answer = try await askOthers(than: target.route, &request, &cursor) { return answer }
        if let answer = try await askResolvers(request) { return answer }
        throw RequestError(
            .noRoute(url: request.shownURL, asked: isRedirected ? active.shown(active.url.text) : nil, near: []))
    }

    /// Asks the candidates after the best one in their order, fallbacks last, and starts a module that has not started
    /// at its turn. The interceptors of a candidate's labels run before it.
    private mutating func askOthers(
        than best: RouteTable.Entry?, _ request: inout Request, _ cursor: inout InterceptorCursor
    ) async throws(RequestError) -> Answer? {
        var asked = best.map { [$0] } ?? []
        var started: Set<String> = []
        var others = candidates(for: request.url, behind: best)[...]
        while let match = others.popFirst() {
            let entry = match.entry
            if entry.route.isFallback, !active.accepts(entry.route.verb) { continue }
            if asked.contains(where: { $0 === entry }) || started.contains(entry.owner) && entry.isIdle { continue }
            if let module = neededModule(for: entry, besides: started) {
                try check(entry, request.with(match))
                try await start(module, for: request.url)
                started.insert(module)
                others = candidates(for: request.url, behind: best)[...]
            } else {
                asked.append(entry)
                if let answer = try await ask(match, &request, &cursor) { return answer }
            }
        }
        return nil
    }

    /// Returns the fallbacks for a URL, after the routes other than the best one, if there are any.
    private func candidates(for url: RouteURL, behind best: RouteTable.Entry?) -> [RouteMatch] {
        let all = best == nil ? registry.fallbacks.candidates(url) : registry.candidates(for: url)
        return all.filter { active.mayAsk($0.entry) }
    }

    private mutating func ask(
        _ match: RouteMatch, _ request: inout Request, _ cursor: inout InterceptorCursor
    ) async throws(RequestError) -> Answer? {
        request = request.with(match)
        try check(match.entry, request)
        if let answer = try await throughInterceptors(of: match.entry.route.labels, &request, &cursor) {
            return answer
        }
        return try await ask(match.entry, request)
    }

    /// Returns the answer of a route, or `nil` if it declines.
    @inline(__always)
    private mutating func ask(
        _ entry: RouteTable.Entry, _ request: Request
    ) async throws(RequestError) -> Answer? {
        try enter(entry.stage)
        if let duplicate = duplicate(of: request, entry) { return duplicate }
        let response = try await run(entry.route.handler, with: request, of: entry, for: request)
        return answer(response, of: entry, request)
    }

    /// Returns the answer to a duplicate request, if the route suppresses duplicates.
    ///
    /// A request that is redirected back to its own URL is no duplicate of itself.
    private func duplicate(of request: Request, _ entry: RouteTable.Entry) -> Answer? {
        guard let window = entry.route.duplicateWindow, !active.wantsPage, !active.isAdmitted(request) else {
            return nil
        }
        if let admission = mediator.duplicates.admit(request, window: window) {
            active.keep(admission)
            return nil
        }
        active.decide("suppressed as a duplicate")
        return Answer(request: request, response: .suppressed, answeredBy: entry.stage)
    }

    /// Returns the response of a handler as an answer, or `nil` if it declined.
    private func answer(_ response: Response, of entry: RouteTable.Entry, _ request: Request) -> Answer? {
        active.decide(response.words(active.shown))
        guard case .declined = response else {
            return Answer(request: request, response: response, answeredBy: entry.stage)
        }
        if entry.route.duplicateWindow != nil, let last = active.takeLastAdmission() {
            mediator.duplicates.forget(last)
        }
        return nil
    }

    /// Returns the error of a request whose stage threw; a stage that stopped because of its cancellation did not fail.
    func failure(_ reason: any Error, of stage: Request.Stage, _ request: Request) -> RequestError {
        if Task.isCancelled, reason.isCancellation {
            return RequestError(.cancelled(url: request.shownURL, during: stage))
        }
        switch stage {
        case .handler(let route, let module):
            // A route in place of a web service fails as the service does.
            if let error = reason as? ResolverError, request.context(as: WebServiceCall.self) != nil {
                return RequestError(.remote(url: request.shownURL, reason: error))
            }
            return RequestError(
                .handlerFailed(
                    url: request.shownURL, route: route, owner: module, reason: Thrown(request.redacted(reason))))
        default:
            return RequestError(
                .stageFailed(url: request.shownURL, stage: stage, reason: Thrown(request.redacted(reason))))
        }
    }

    /// Returns the question to the resolvers; `nil` for a request with a sensitive value, which a resolver may send elsewhere
    /// and store.
    private func question(for request: Request) throws(RequestError) -> Question? {
        var question = Question(
            request.url, origin: request.origin, verb: request.verb, host: mediator.hostDescription)
        if let call = request.context(as: WebServiceCall.self) {
            question.call = call
            question.body = try mediator.check(call, request, shown: active.shown)
        } else if active.isSensitive(request.url) {
            active.decide("not given to resolvers, since it holds a sensitive value")
            return nil
        }
        return question
    }

    /// Asks the resolvers; for a call to a web service, the one that has the service.
    private mutating func askResolvers(_ request: Request) async throws(RequestError) -> Answer? {
        guard let question = try question(for: request) else { return nil }
        for resolver in mediator.resolvers {
            if let call = question.call, resolver.webServices[call.service] == nil { continue }
            let stage = Request.Stage.resolver(resolver.name)
            try enter(stage)
            let result = try await active.run(stage) { () async throws(ResolverError) in
                try await resolver.resolve(question)
            }
            let resolution: Resolution?
            do throws(ResolverError) {
                resolution = try result.get()
            } catch {
                if Task.isCancelled { throw RequestError(.cancelled(url: request.shownURL, during: stage)) }
                throw RequestError(.remote(url: request.shownURL, reason: error))
            }
            active.decide(resolution?.words ?? "no answer")
            guard let resolution else { continue }
            // An external caller never causes an installation: its error names the offer.
            if case .module(let offer) = resolution, request.origin != .external,
                let installer = mediator.moduleInstaller
            {
                return try await install(offer, from: resolver.name, by: installer, request)
            }
            return Answer(
                request: request, response: try resolution.response(to: request, from: resolver.name),
                answeredBy: stage)
        }
        return nil
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
    fileprivate func with(_ match: RouteMatch) -> Request {
        Request(url: url, captures: match.captures, body: body, of: owner)
    }
}
