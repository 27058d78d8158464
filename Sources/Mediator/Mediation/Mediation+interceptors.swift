extension Mediation {
    /// The answer for one URL, through all interceptors that cover it.
    ///
    /// An interceptor is asked once, whatever others change after it; those that cover the changed URL only are asked then.
    mutating func intercepted(_ request: Request) async throws(RequestError) -> Answer {
        let match = try lookUp(request)
        if registry.interceptors.interceptors.isEmpty { return try await answer(request, match) }
        var passed: [InstalledInterceptor] = []
        var result: Result<Answer, RequestError>
        do throws(RequestError) {
            result = .success(try await throughInterceptors(request, match, passed: &passed))
        } catch {
            result = .failure(error)
        }
        for interceptor in passed.reversed() {
            result = await shown(result, to: interceptor, request)
        }
        return try result.get()
    }

    private mutating func throughInterceptors(
        _ original: Request, _ found: RouteMatch?, passed: inout [InstalledInterceptor]
    ) async throws(RequestError) -> Answer {
        var match = found
        var request = match.map(original.with) ?? original
        while let interceptor = next(for: request.url, passed: passed) {
            passed.append(interceptor)
            let (changed, answer) = try await ask(interceptor, request)
            if let answer { return answer }
            guard let changed else { continue }
            guard changed.url != request.url else {
                request = request.with(body: changed.body)
                continue
            }
            // Of a request that was kept from elsewhere, nothing else is taken: who asks stays the same.
            let next = try moved(
                request.with(body: changed.body), to: changed.url.text, by: interceptor.stage.description)
            request = try await rewritten(next)
            match = try lookUp(request)
            request = match.map(request.with) ?? request
        }
        return try await answer(request, match)
    }

    private func next(for url: RouteURL, passed: [InstalledInterceptor]) -> InstalledInterceptor? {
        registry.interceptors.interceptors.first { candidate in
            !passed.contains { $0 === candidate } && candidate.covers(url)
        }
    }

    /// Asks an interceptor until it has decided: another request to go on with, an answer, or neither.
    private func ask(
        _ interceptor: InstalledInterceptor, _ request: Request
    ) async throws(RequestError) -> (changed: Request?, answer: Answer?) {
        try enter(interceptor.stage)
        var decision = try await running(interceptor, request) { try await interceptor.interceptor.handler(request) }
        while case .detour(let url, let resume) = decision.kind {
            life.decide("detour to \(registry.shown(url))")
            let value = try await detour(to: url, for: request, interceptor)
            try enter(interceptor.stage)
            decision = try await running(interceptor, request) { try await resume(value) }
        }
        life.decide(decision.words(registry.shown))
        switch decision.kind {
        case .pass, .detour: return (nil, nil)
        case .change(let changed): return (changed, nil)
        case .redirect(let url): return (nil, answer(.redirect(url), request, interceptor))
        case .answer(let response): return (nil, answer(response, request, interceptor))
        case .refuse(let reason):
            throw .refused(url: request.shownURL, by: interceptor.stage, reason: reason)
        }
    }

    private func answer(_ response: Response, _ request: Request, _ interceptor: InstalledInterceptor) -> Answer {
        Answer(request: request, response: response, answeredBy: interceptor.stage)
    }

    private func running(
        _ interceptor: InstalledInterceptor, _ request: Request, _ body: () async throws -> Decision
    ) async throws(RequestError) -> Decision {
        do {
            return try await body()
        } catch {
            throw failure(error, of: interceptor.stage, request)
        }
    }

    /// Sends the user to a page first; the value that it is dismissed with.
    private func detour(
        to url: String, for request: Request, _ interceptor: InstalledInterceptor
    ) async throws(RequestError) -> Payload {
        let value: Payload?
        let shownURL = registry.shown(url)
        do throws(RequestError) {
            value = try await mediator.result(of: url, origin: request.origin, options: RequestOptions())
        } catch {
            if case .cancelled(_, let stage) = error { throw .cancelled(url: request.shownURL, during: stage) }
            guard case .refused(_, .page, let reason) = error else { throw error }
            throw .refused(
                url: request.shownURL, by: interceptor.stage, reason: "it leads to \(shownURL) first, and \(reason)")
        }
        guard let value else {
            throw .refused(
                url: request.shownURL, by: interceptor.stage,
                reason: "\(shownURL) was left without an answer; open \(request.shownURL) again and give one")
        }
        return value
    }

    /// Shows an outcome to an interceptor that let the request pass; what it gives back takes its place.
    private func shown(
        _ result: Result<Answer, RequestError>, to interceptor: InstalledInterceptor, _ request: Request
    ) async -> Result<Answer, RequestError> {
        guard let afterwards = interceptor.interceptor.afterwards else { return result }
        life.enter(interceptor.stage)
        var answer = Answer(request: request, response: .done, answeredBy: interceptor.stage)
        let before: Outcome
        switch result {
        case .success(let given):
            answer = given
            before = .answered(given.response)
        case .failure(let error): before = .failed(error)
        }
        switch await afterwards(answer.request, before) {
        case .failed(let error): return .failure(error)
        case .answered(let response):
            // Who made an answer of another kind is the one to mend.
            if !response.suits(life.verb), answer.response.suits(life.verb) { answer.answeredBy = interceptor.stage }
            answer.response = response
            return .success(answer)
        }
    }
}

extension Decision {
    /// The decision in words, for traces.
    ///
    /// - Parameter shown: makes a URL fit to be shown.
    func words(_ shown: (String) -> String) -> String {
        switch kind {
        case .pass: "pass"
        case .change(let request): "changed to \(shown(request.url.text))"
        case .redirect(let url): "redirected to \(shown(url))"
        case .answer(let response): "answered with \(response.words(shown))"
        case .refuse(let reason): "refused: \(reason)"
        case .detour(let url, _): "detour to \(shown(url))"
        }
    }
}
