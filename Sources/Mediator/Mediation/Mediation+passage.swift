extension Mediation {
    /// Takes the request as far as it comes without waiting: for most requests that is their end.
    mutating func pass(body: Payload?) throws(RequestError) -> Passage {
        let url = try Self.parse(life.url, after: nil)
        guard isReady(for: url) else { return .parsed(Handover(self), url) }
        return try pass(url, body: body)
    }

    /// The same from the look-up on.
    mutating func pass(_ url: RouteURL, body: Payload?) throws(RequestError) -> Passage {
        let (request, route) = try lookUp(url, body: body)
        let standpoint = try advance(request, route)
        if case .concluded(let conclusion) = standpoint { return .concluded(conclusion) }
        let mayWait = mayWait(for: request, route, at: standpoint)
        return .stopped(Handover(self), request, route, at: standpoint, mayWait: mayWait)
    }

    /// Asks interceptors, as long as they let the request pass, and the handler.
    private mutating func advance(
        _ request: Request, _ route: RouteTable.Entry?
    ) throws(RequestError) -> Standpoint {
        // Who wants to see the outcome sees each kind of it; that way is the long one.
        if registry.interceptors.haveWitnesses { return .lookedUp }
        for (place, interceptor) in registry.interceptors.interceptors.enumerated()
        where interceptor.coversAll || interceptor.covers(request.url) {
            guard case .synchronous(let code) = interceptor.interceptor.handler else {
                return .interceptor(interceptor, nil, InterceptorsMet(upTo: place))
            }
            try enter(interceptor.stage)
            let decision = try runAtOnce(code, with: request, as: interceptor.stage)
            guard case .pass = decision.kind else {
                return .interceptor(interceptor, decision, InterceptorsMet(upTo: place))
            }
            life.decide(decision.words(registry.shown))
        }
        guard let route, case .synchronous(let code) = route.route.handler else { return .intercepted }
        return try ask(route, code, request)
    }

    private mutating func ask(
        _ route: RouteTable.Entry, _ code: (Request) throws -> Response, _ request: Request
    ) throws(RequestError) -> Standpoint {
        try enter(route.stage)
        if let duplicate = duplicate(of: request, route) { return .answered(duplicate) }
        let response = try runAtOnce(code, with: request, as: route.stage)
        switch (life.verb, response) {
        case (.call, .value(let value)):
            life.decide(response.words(registry.shown))
            try checkIsAwaited(after: route.stage)
            return .concluded(.value(value, from: route.stage))
        case (.open, .page(let page)):
            life.decide(response.words(registry.shown))
            return try perform(.push(page), as: response, of: route, request)
        default: return answer(response, of: route, request).map { .answered($0) } ?? .declined
        }
    }

    private mutating func perform(
        _ command: NavigationCommand, as response: Response, of route: RouteTable.Entry, _ request: Request
    ) throws(RequestError) -> Standpoint {
        try checkIsAwaited(after: route.stage)
        try enter(.navigator)
        let isLeased = leasePages(of: route.owner)
        defer { if isLeased { life.lease(nil) } }
        guard let feedback = mediator.performAtOnce(command, for: request) else {
            return .answered(Answer(request: request, response: response, answeredBy: route.stage))
        }
        guard !life.awaitsResult, feedback.next == nil else {
            return .performed(
                command, feedback, Answer(request: request, response: response, answeredBy: route.stage))
        }
        note(feedback)
        return .concluded(.feedback(feedback))
    }

    @inline(__always) private func runAtOnce<Output>(
        _ code: (Request) throws -> Output, with request: Request, as stage: Stage
    ) throws(RequestError) -> Output {
        do { return try code(request) } catch { throw failure(error, of: stage, request) }
    }
}
