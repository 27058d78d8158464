extension RequestPipeline {
    /// Runs the interceptors that cover the target's URL, then asks routes and resolvers, and returns the answer.
    ///
    /// Interceptors with an `afterwards` closure then receive the outcome, in reverse order. Each interceptor runs
    /// once, even if a later interceptor changes the request. If the URL changes, the new URL's interceptors also run.
    @inline(__always)
    mutating func intercept(_ target: consuming Target) async throws(RequestError) -> Answer {
        var cursor = InterceptorCursor(target.interceptors)
        let request = target.request
        let result: Result<Answer, RequestError>
        do throws(RequestError) {
            let answer = try await throughInterceptors(target, &cursor)
            if cursor.afterwards.isEmpty { return answer }
            // If the answer came too late, the interceptors receive an error instead.
            try checkIsAwaited(after: answer.answeredBy)
            result = .success(answer)
        } catch {
            if cursor.afterwards.isEmpty { throw error }
            result = .failure(error)
        }
        return try await outcome(after: result, request, &cursor).get()
    }

    /// Passes a result to the interceptors with an `afterwards` closure, and returns the final outcome.
    private mutating func outcome(
        after first: Result<Answer, RequestError>, _ request: Request, _ cursor: inout InterceptorCursor
    ) async -> Result<Answer, RequestError> {
        var result = first
        while active.isAwaited, let interceptor = cursor.afterwards.popLast() {
            result = await replacement(for: result, from: interceptor, request)
        }
        // An answer after the deadline is not the outcome.
        let outcome = active.isAwaited ? result : .failure(interruption)
        tell(cursor.afterwards, outcome, request)
        // If a stage was cancelled, its error is the outcome, not the error for an answer that came too late.
        if case .failure(let error) = result, error.isCancellation { return result }
        return outcome
    }

    @inline(__always)
    private mutating func throughInterceptors(
        _ target: consuming Target, _ cursor: inout InterceptorCursor
    ) async throws(RequestError) -> Answer {
        while let covering = cursor.next() {
            let (interceptor, request) = (covering.installed, target.request)
            let decision = try await decision(of: interceptor, on: request.with(own: covering.parameters))
            if let answer = try answer(decision, of: interceptor, request) { return answer }
            guard case .change(let changed) = decision.kind else { continue }
            if changed.url.text.utf8.elementsEqual(request.url.text.utf8) {
                target = Target(
                    request: request.with(body: changed.body), route: target.route, interceptors: target.interceptors)
            } else {
                // Only the URL and body are used, because an interceptor may return a stored request of another caller.
                target = try await redirect(to: changed.url, by: interceptor.stage, body: changed.body)
                cursor.restart(with: target.interceptors)
            }
        }
        return try await handle(target, &cursor)
    }

    /// Runs the interceptors for a later candidate's labels, each at most once; returns the answer, if any.
    mutating func throughLabelInterceptors(
        of labels: [RouteLabel], _ request: inout Request, _ cursor: inout InterceptorCursor
    ) async throws(RequestError) -> Answer? {
        if labels.isEmpty { return nil }
        cursor.add(registry.interceptors.covering(labels))
        while let covering = cursor.next() {
            let interceptor = covering.installed
            let decision = try await decision(of: interceptor, on: request.with(own: covering.parameters))
            if let answer = try answer(decision, of: interceptor, request) { return answer }
            guard case .change(let changed) = decision.kind else { continue }
            let isSame = changed.url.text.utf8.elementsEqual(request.url.text.utf8)
            request = request.with(body: changed.body)
            // The remaining candidates are for the earlier URL, so the request starts again with the new URL.
            if !isSame {
                return Answer(request: request, response: .redirect(to: changed.url), answeredBy: interceptor.stage)
            }
        }
        return nil
    }

    /// Returns the answer that a decision contains, or `nil` if the request continues.
    @inline(__always)
    private func answer(
        _ decision: Decision, of interceptor: InstalledInterceptor, _ request: Request
    ) throws(RequestError) -> Answer? {
        switch decision.kind {
        case .pass, .detour, .change: nil
        case .redirect(let url): Answer(request: request, response: .redirect(to: url), answeredBy: interceptor.stage)
        case .answer(let response): Answer(request: request, response: response, answeredBy: interceptor.stage)
        case .refuse(let reason):
            throw RequestError(.refused(url: request.shownURL, by: interceptor.stage, reason: reason))
        }
    }

    /// Runs an interceptor and the detours on which it decides, and returns its final decision.
    @inline(__always)
    private func decision(
        of interceptor: InstalledInterceptor, on request: Request
    ) async throws(RequestError) -> Decision {
        try enter(interceptor.stage)
        let handler = interceptor.interceptor.handler
        var decision = try await runTracked(handler, with: request, of: interceptor, for: request)
        if case .detour = decision.kind { decision = try await detoured(decision, request, interceptor) }
        active.decide(decision.words(active.shown))
        return decision
    }

    private func detoured(
        _ first: Decision, _ request: Request, _ interceptor: InstalledInterceptor
    ) async throws(RequestError) -> Decision {
        var decision = first
        while case .detour(let url, let resume) = decision.kind {
            active.decide("detour to \(active.shown(url))")
            let detour = Detour(of: active, module: interceptor.owner) { [self] in
                // The module may have been reloaded during the detour.
                let present = mediator.registry.interceptors.interceptors.first { $0.fullName == interceptor.fullName }
                guard let present else { return nil }
                return try? await runTracked(present.interceptor.handler, with: request, of: present, for: request)
            }
            let value = try await mediator.detours.with(detour) { () async throws(RequestError) in
                try await self.detour(to: url, for: request, interceptor)
            }
            if let other = detour.decision.value {
                decision = other
                continue
            }
            guard let value else {
                throw RequestError(
                    .refused(
                        url: request.shownURL, by: interceptor.stage,
                        reason: "\(active.shown(url)) was left without an answer; "
                            + "open \(request.shownURL) again and give one"))
            }
            try enter(interceptor.stage)
            decision = try await runTracked(.asynchronous(resume), with: value, of: interceptor, for: request)
        }
        return decision
    }

    /// Passes an outcome to interceptors that cannot change it any more, because the caller already has it.
    private func tell(
        _ interceptors: [CoveringInterceptor], _ result: Result<Answer, RequestError>, _ request: Request
    ) {
        guard !interceptors.isEmpty else { return }
        let (seen, outcome) = seen(result, request)
        Task { [active, activities = mediator.activities] in
            for covering in interceptors.reversed() {
                let slot = activities?.begin(covering.installed, for: request, active, holdsThread: false)
                defer { activities?.end(slot) }
                let input = (seen.with(own: covering.parameters), outcome)
                _ = try? await covering.installed.interceptor.afterwards?.run(input)
            }
        }
    }

    /// Sends the user to a page first, and returns the value that the page is dismissed with, if any.
    private func detour(
        to url: RouteURL, for request: Request, _ interceptor: InstalledInterceptor
    ) async throws(RequestError) -> Payload? {
        let shownURL = active.shown(url)
        try checkDestination(url, chosenBy: interceptor.stage)
        if Switchboard.isOpeningParent {
            let reason =
                "it leads to \(shownURL) first, and a parent page cannot wait for an answer; open it separately"
            throw RequestError(.refused(url: request.shownURL, by: interceptor.stage, reason: reason))
        }
        let result = try await active.run(interceptor.stage) {
            [mediator] () async throws(RequestError) in
            try await mediator.result(of: url, origin: request.origin, purpose: .detour)
        }
        do throws(RequestError) {
            return try result.get()
        } catch {
            if case .cancelled(_, let stage) = error.reason {
                throw RequestError(.cancelled(url: request.shownURL, during: stage))
            }
            guard case .refused(_, .page, let reason) = error.reason else { throw error }
            throw RequestError(
                .refused(
                    url: request.shownURL, by: interceptor.stage, reason: "it leads to \(shownURL) first, and \(reason)"
                ))
        }
    }

    /// Passes a result to an interceptor's `afterwards` closure, and returns the result that the closure chooses.
    private func replacement(
        for result: Result<Answer, RequestError>, from covering: CoveringInterceptor, _ request: Request
    ) async -> Result<Answer, RequestError> {
        let interceptor = covering.installed
        guard let afterwards = interceptor.interceptor.afterwards else { return result }
        if active.recordsStages { active.record(interceptor.stage) }
        let (seen, outcome) = seen(result, request)
        do throws(RequestError) {
            let outcome = try await runTracked(
                afterwards, with: (seen.with(own: covering.parameters), outcome), of: interceptor, for: request)
            switch outcome {
            case .failed(let error): return .failure(error)
            case .answered(let response):
                var answer =
                    (try? result.get()) ?? Answer(request: request, response: .done, answeredBy: interceptor.stage)
                // If the interceptor replaced a usable answer with an unusable one, the error names the interceptor.
                if !active.accepts(response), active.accepts(answer.response) {
                    answer.answeredBy = interceptor.stage
                }
                answer.response = response
                return .success(answer)
            }
        } catch {
            return .failure(error)
        }
    }

    /// Returns the request and the outcome that interceptors receive for a result.
    private func seen(_ result: Result<Answer, RequestError>, _ request: Request) -> (Request, Outcome) {
        switch result {
        case .success(let answer): (answer.request, .answered(answer.response))
        case .failure(let error): (request, .failed(error))
        }
    }
}

extension Decision {
    /// Returns a description of the decision for traces, with URLs redacted by a closure.
    func words(_ shown: (String) -> String) -> String {
        switch kind {
        case .pass: "pass"
        case .change(let request): "changed to \(shown(request.url.text))"
        case .redirect(let url): "redirected to \(shown(url.text))"
        case .answer(let response): "answered with \(response.words(shown))"
        case .refuse(let reason): "refused: \(reason)"
        case .detour(let url, _): "detour to \(shown(url.text))"
        }
    }
}
