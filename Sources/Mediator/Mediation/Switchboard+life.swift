extension Switchboard {
    /// Runs a request to its one outcome, in the caller's task.
    ///
    /// Only code of a stage that may wait has a task of its own (`RequestLife.apart`), and only while it does wait a timer.
    func conclude(
        _ url: String, verb: Verb, body: Payload?, origin: Origin, options: RequestOptions, awaitsResult: Bool = false,
        planner: NavigationPlanner? = nil
    ) async throws(RequestError) -> Conclusion {
        let life = RequestLife(
            id: counter.next(), url: url, verb: verb, origin: origin, options: options, awaitsResult: awaitsResult,
            planner: planner, observer: observer)
        do throws(RequestError) {
            let conclusion = try await conclude(life, body: body)
            life.end()
            if life.isTraced { observer?.ended(life, nil) }
            return conclusion
        } catch {
            life.end()
            forgetAdmissions(of: life)
            if life.isTraced { observer?.ended(life, error) }
            throw error
        }
    }

    /// What was not done is done when it is asked for again.
    func forgetAdmissions(of life: RequestLife) {
        for admission in life.takeAdmissions() { duplicates.forget(admission) }
    }

    private func check(_ life: RequestLife) throws(RequestError) {
        if life.parent != nil {
            let chain = life.chain
            guard chain.count <= RequestLife.nestingLimit else {
                throw .tooDeep(chain: chain.reversed().map { shown($0.url) })
            }
        }
        if Task.isCancelled { throw .cancelled(url: shown(life.url), during: .rewriting) }
        if life.context != nil, life.origin == .external {
            throw .contextRefused(url: shown(life.url), origin: life.origin)
        }
    }

    @inline(__always) private func conclude(
        _ life: RequestLife, body: Payload?
    ) async throws(RequestError) -> Conclusion {
        try check(life)
        switch try begin(life, body: body) {
        case .concluded(let conclusion): return conclusion
        case let passage: return try await conclude(passage, body: body)
        }
    }

    /// Takes a request as far as it comes without waiting. The generation that it saw is let go of before anybody is told.
    private func begin(_ life: RequestLife, body: Payload?) throws(RequestError) -> Passage {
        try life.asCurrent { () throws(RequestError) in
            var mediation = Mediation(life, mediator: self, registry: registry)
            return try mediation.pass(body: body)
        }.get()
    }

    /// What comes of a request that was stopped on its way.
    private func conclude(_ passage: Passage, body: Payload?) async throws(RequestError) -> Conclusion {
        switch passage {
        case .concluded(let conclusion): return conclusion
        case .parsed(let handover, let url):
            var mediation = handover.take()
            let next = try await mediation.rewriting(url)
            return try await conclude(try mediation.pass(next, body: body), body: body)
        case .stopped(let handover, let request, let route, let standpoint, mayWait: false):
            var mediation = handover.take()
            return try await mediation.conclude(request, route, from: standpoint)
        case .stopped(let handover, let request, let route, let standpoint, mayWait: true):
            // One task for all that is ahead costs less than one for each stage.
            return try await request.life.apart(deadlines) { () async throws(RequestError) in
                var mediation = handover.take()
                return try await mediation.conclude(request, route, from: standpoint)
            }
        }
    }
}

extension MediationObserver {
    /// Tells of a request that is over, where it was traced.
    func ended(_ life: RequestLife, _ error: RequestError?) {
        guard let steps = life.steps else { return }
        requestEnded(
            Trace(
                request: life.id, parent: life.parent, url: life.shownURL, verb: life.verb, origin: life.origin,
                steps: steps, error: error))
    }
}
