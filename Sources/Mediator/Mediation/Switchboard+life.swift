extension Switchboard {
    /// Runs a request to its one outcome.
    ///
    /// The stages run in a task of their own, which begins at once on the caller's thread, so that a request whose stages
    /// do not suspend costs no change of thread and no timer.
    func conclude(
        _ url: String, verb: Verb, body: Payload?, origin: Origin, options: RequestOptions, awaitsResult: Bool = false
    ) async throws(RequestError) -> Conclusion {
        let life = RequestLife(
            id: counter.next(), url: url, verb: verb, origin: origin, options: options, awaitsResult: awaitsResult,
            observer: observer)
        try check(life)
        let task = Task.immediate { await self.live(life, body: body) }
        if life.outcome == nil {
            life.run(in: task)
            deadlines.watch(life)
            await withTaskCancellationHandler {
                await life.wait()
            } onCancel: {
                life.cancel()
            }
        }
        guard let outcome = life.outcome else { preconditionFailure("who waited was woken by the outcome") }
        return try outcome.get()
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

    private func live(_ life: RequestLife, body: Payload?) async {
        await RequestLife.$current.withValue(life) {
            let outcome = await outcome(of: life, body: body)
            let stage = life.stage
            if !life.end(outcome) {
                observer?.noticed(.late(request: life.id, url: life.shownURL, stage: stage))
            }
        }
    }

    /// What comes of a request. The generation that it saw is let go of before anybody is told.
    private func outcome(of life: RequestLife, body: Payload?) async -> Result<Conclusion, RequestError> {
        var mediation = Mediation(life, mediator: self, registry: registry)
        do throws(RequestError) {
            return .success(try await mediation.conclude(try await mediation.answer(body: body)))
        } catch {
            mediation.forgetDuplicates()
            return .failure(error)
        }
    }
}

extension MediationObserver {
    /// Tells of a request that is over, where it was traced.
    func ended(_ life: RequestLife) {
        guard let steps = life.steps, let outcome = life.outcome else { return }
        let error: RequestError? = if case .failure(let error) = outcome { error } else { nil }
        requestEnded(
            Trace(
                request: life.id, parent: life.parent, url: life.shownURL, verb: life.verb, origin: life.origin,
                steps: steps, error: error))
    }
}
