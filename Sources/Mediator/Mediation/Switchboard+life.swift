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
        try check(life)
        do throws(RequestError) {
            let conclusion: Conclusion
            switch try begin(life, body: body) {
            case .concluded(let known): conclusion = known
            case let passage: conclusion = try await Mediation.conclude(passage, body: body)
            }
            life.end()
            if life.isTraced { observer?.ended(life, nil) }
            return conclusion
        } catch {
            life.end()
            if life.isTraced { observer?.ended(life, error) }
            throw error
        }
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

    /// Takes a request as far as it comes without waiting. The generation that it saw is let go of before anybody is told.
    private func begin(_ life: RequestLife, body: Payload?) throws(RequestError) -> Passage {
        var mediation = Mediation(life, mediator: self, registry: registry)
        return try mediation.pass(body: body)
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
