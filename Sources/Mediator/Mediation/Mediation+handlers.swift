extension Mediation {
    /// The request for a URL with the best route, if its origin may ask for it and it answers the verb.
    func lookUp(
        _ url: RouteURL, body: Payload?
    ) throws(RequestError) -> (request: Request, route: RouteTable.Entry?) {
        try enter(.lookUp)
        guard let match = registry.routes.match(url) else {
            life.decide("no route")
            return (Request(url: url, body: body, life: life), nil)
        }
        let request = Request(url: url, match, body: body, life: life)
        try check(match.entry, request)
        life.decide("\(match.entry.owner)'s route \(match.entry.route.pattern)")
        return (request, match.entry)
    }

    /// Sees to it that a request may ask for a route, and that nothing is shown of it that the route keeps to itself.
    private func check(_ entry: RouteTable.Entry, _ request: Request) throws(RequestError) {
        if !request.concealment.isEmpty { life.show(request.shownURL) }
        guard entry.route.access.allows(request.origin, owner: entry.owner) else {
            throw .accessDenied(
                url: request.shownURL, route: entry.route.pattern, owner: entry.owner, access: entry.route.access,
                origin: request.origin)
        }
        guard entry.route.verb == request.verb else {
            throw .wrongVerb(
                url: request.shownURL, route: entry.route.pattern, owner: entry.owner, expected: entry.route.verb)
        }
    }

    /// Asks the best candidate, and where it declines the next one, then the fallbacks and the resolvers.
    mutating func answer(
        _ request: Request, _ best: RouteTable.Entry?
    ) async throws(RequestError) -> Answer {
        if let best, let answer = try await ask(best, request) { return answer }
        return try await answerInstead(of: best, request)
    }

    /// What one candidate keeps to itself, those behind it do not show either.
    mutating func answerInstead(
        of best: RouteTable.Entry?, _ original: Request
    ) async throws(RequestError) -> Answer {
        var request = original
        if let best {
            try await start(registry.dormant.owners(of: request.url), for: request.url)
            for match in registry.routes.candidates(request.url) where match.entry !== best {
                if let answer = try await ask(match, &request) { return answer }
            }
        }
        try await start(registry.dormant.fallbackOwners(of: request.url), for: request.url)
        for match in registry.fallbacks.candidates(request.url) where match.entry.route.verb == request.verb {
            if let answer = try await ask(match, &request) { return answer }
        }
        if let answer = try await askResolvers(request) { return answer }
        throw .noRoute(
            url: request.shownURL, asked: isLedOn ? registry.shown(life.url) : nil,
            near: registry.nearest(to: request))
    }

    private mutating func ask(_ match: RouteMatch, _ request: inout Request) async throws(RequestError) -> Answer? {
        request = request.with(match)
        try check(match.entry, request)
        return try await ask(match.entry, request)
    }

    /// The answer of a route, or `nil` where it declines.
    private mutating func ask(
        _ entry: RouteTable.Entry, _ request: Request
    ) async throws(RequestError) -> Answer? {
        try enter(entry.stage)
        if let duplicate = duplicate(of: request, entry) { return duplicate }
        let response = try await run(entry.route.handler, with: request, as: entry.stage, for: request)
        return answer(response, of: entry, request)
    }

    /// The answer to a request that is a duplicate, where the route suppresses those.
    ///
    /// A request that was led back to its own URL is no duplicate of itself.
    func duplicate(of request: Request, _ entry: RouteTable.Entry) -> Answer? {
        guard let window = entry.route.duplicateWindow, !life.isAdmitted(request) else { return nil }
        if let admission = mediator.duplicates.admit(request, window: window) {
            life.keep(admission)
            return nil
        }
        life.decide("suppressed as a duplicate")
        return Answer(request: request, response: .suppressed, answeredBy: entry.stage)
    }

    /// The response of a handler as an answer, or `nil` where it declined.
    func answer(_ response: Response, of entry: RouteTable.Entry, _ request: Request) -> Answer? {
        life.decide(response.words(registry.shown))
        guard case .declined = response else {
            return Answer(request: request, response: response, answeredBy: entry.stage)
        }
        if entry.route.duplicateWindow != nil, let last = life.takeLastAdmission() { mediator.duplicates.forget(last) }
        return nil
    }

    /// What is said of a stage that threw; one that heeded its cancellation did not fail.
    func failure(_ reason: any Error, of stage: Stage, _ request: Request) -> RequestError {
        if Task.isCancelled, reason.isCancellation { return .cancelled(url: request.shownURL, during: stage) }
        switch stage {
        case .handler(let route, let module):
            return .handlerFailed(url: request.shownURL, route: route, owner: module, reason: request.redacted(reason))
        default: return .stageFailed(url: request.shownURL, stage: stage, reason: request.redacted(reason))
        }
    }

    private mutating func askResolvers(_ request: Request) async throws(RequestError) -> Answer? {
        let question = Question(
            request.url, origin: request.origin, verb: request.verb, host: mediator.hostDescription)
        for resolver in mediator.resolvers {
            let stage = Stage.resolver(resolver.name)
            try enter(stage)
            let result = try await life.run(stage, mediator.deadlines) { () async throws(ResolverError) in
                try await resolver.resolve(question)
            }
            let resolution: Resolution?
            do throws(ResolverError) {
                resolution = try result.get()
            } catch {
                if Task.isCancelled { throw .cancelled(url: request.shownURL, during: stage) }
                throw .remote(url: request.shownURL, reason: error)
            }
            life.decide(resolution?.words ?? "no answer")
            guard let resolution else { continue }
            if case .module(let offer) = resolution, let installer = mediator.moduleInstaller {
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
    /// Whether it says that a task was cancelled, or a request that stood in it.
    var isCancellation: Bool {
        if case .cancelled = self as? RequestError { return true }
        return self is CancellationError
    }
}
