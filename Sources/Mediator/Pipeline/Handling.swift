extension RequestPipeline {
    /// Asks the candidates for an answer, the best candidate first; if all candidates decline, asks the resolvers.
    @inline(__always)
    mutating func handle(_ target: Target, _ cursor: inout InterceptorCursor) async throws(RequestError) -> Answer {
        var request = target.request
        if let best = target.route, let answer = try await askHandler(of: best, request) { return answer }
        if let answer = try await askOthers(than: target.route, &request, &cursor) { return answer }
        if let answer = try await resolve(request) { return answer }
        let asked = active.redirects.isEmpty ? nil : active.shownURL
        throw RequestError(.noRoute(url: request.shownURL, asked: asked, near: []))
    }

    /// Asks the candidates after the best one, in order, with fallbacks last.
    ///
    /// An idle module starts when its candidate is next. A candidate is asked after the interceptors for its labels.
    private mutating func askOthers(
        than best: RouteTable.Entry?, _ request: inout Request, _ cursor: inout InterceptorCursor
    ) async throws(RequestError) -> Answer? {
        var asked = best.map { [$0] } ?? []
        var started: Set<String> = []
        var others = candidates(for: request.url, after: best, afterStarting: started)[...]
        while let candidate = others.popFirst() {
            let entry = candidate.entry
            if entry.route.isFallback, !active.accepts(entry.route.verb) { continue }
            if asked.contains(where: { $0 === entry }) { continue }
            if let module = neededModule(for: entry, afterStarting: started) {
                try check(entry, request.with(candidate))
                try await activate(module, for: request.url)
                started.insert(module)
                others = candidates(for: request.url, after: best, afterStarting: started)[...]
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

    /// Returns the candidates that the request may ask: routes, then fallbacks; without a best route, only fallbacks.
    func candidates(
        for url: RouteURL, after best: RouteTable.Entry?, afterStarting started: Set<String>
    ) -> [Candidate] {
        let all = best == nil ? registry.fallbacks.candidates(for: url) : registry.candidates(for: url)
        return all.filter { mayAsk($0.entry, afterStarting: started) }
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
        let response = try await runTracked(entry.route.handler, with: request, of: entry, for: request)
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

    /// Returns whether a request is a duplicate; a request that is redirected to its own URL does not duplicate itself.
    private func isDuplicate(_ request: Request, within window: Duration) -> Bool {
        if active.wantsPage || active.isAdmitted(request) { return false }
        guard let admission = mediator.duplicates.admit(request, window: window) else { return true }
        active.keep(admission)
        return false
    }

    /// Returns the request's error after a stage threw; `cancelled` if the stage stopped because of a cancellation.
    func failure(_ reason: any Error, of stage: Request.Stage, _ request: Request) -> RequestError {
        if let served = reason as? ServedFailure { return active.hiding(served.error, of: stage, request) }
        if Task.isCancelled, reason.isCancellation {
            return RequestError(.cancelled(url: request.shownURL, during: stage))
        }
        switch stage {
        case .handler(let route, let module):
            // A stub for a web service fails like the service.
            if let error = reason as? ResolverError, let call = active.webService {
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

extension Error {
    /// Whether the error reports that a task, or a request within it, was cancelled.
    var isCancellation: Bool {
        if let error = self as? RequestError, error.code == .cancelled { return true }
        return self is CancellationError
    }
}

extension Request {
    fileprivate func with(_ candidate: Candidate) -> Request {
        Request(url: url, captures: candidate.captures, body: body, of: owner)
    }
}
