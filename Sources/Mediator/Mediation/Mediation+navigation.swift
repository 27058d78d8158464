extension Mediation {
    /// The conclusion of a request with an answer: its command is performed, or its value taken.
    mutating func conclude(_ answer: Answer) async throws(RequestError) -> Conclusion {
        try checkIsAwaited(after: answer.answeredBy)
        return switch (life.verb, answer.response) {
        case (.call, .value(let value)): .value(value, from: answer.answeredBy)
        case (.call, .done): .value(Payload(String?.none), from: answer.answeredBy)
        case (.open, .page(let page)): try await perform(.push(page), answer)
        case (.open, .command(let command)): try await perform(command, answer)
        case (.open, .done): try await feedback(.done, answer)
        case (.open, .suppressed): try await feedback(.suppressed, answer)
        default: throw answer.unexpected
        }
    }

    /// Stages that held their thread may have used up the time, or the caller may have given up, before anybody waited.
    func checkIsAwaited(after stage: Stage) throws(RequestError) {
        if !life.isAwaited || life.timeLeft.map({ $0 <= .zero }) == true {
            throw .deadline(url: life.shownURL, stage: stage, limit: life.deadline)
        }
        if Task.isCancelled { throw .cancelled(url: life.shownURL, during: stage) }
    }

    private func feedback(_ outcome: Feedback.Outcome, _ answer: Answer) async throws(RequestError) -> Conclusion {
        if life.awaitsResult { return .result(nil) }
        let navigator = mediator.navigator(for: answer.request)
        let stack = try await life.run(.navigator, mediator.deadlines) { await navigator.stack() }
        return .feedback(Feedback(outcome, stack: stack.get()))
    }

    private mutating func perform(
        _ command: NavigationCommand, _ answer: Answer
    ) async throws(RequestError) -> Conclusion {
        try enter(.navigator)
        let isLeased = leasePages(of: answer.answeredBy.module)
        let feedback = try await feedback(of: command, for: answer.request)
        // The pages have it now; the request may be kept by whoever made them.
        if isLeased { life.lease(nil) }
        return try await conclude(command, feedback, answer)
    }

    /// Has the pages that come hold what their module is kept for; whether there is such a thing.
    func leasePages(of module: String?) -> Bool {
        guard let lease = registry.pageLease(of: module) else { return false }
        life.lease(lease)
        return true
    }

    /// Takes down what the navigator made of a command.
    mutating func note(_ feedback: Feedback) {
        life.decide(feedback.outcome.words)
        let isRefused = if case .refused = feedback.outcome { true } else { false }
        if isRefused || life.planner != nil { mediator.forgetAdmissions(of: life) }
    }

    /// What comes of a request whose command was performed.
    mutating func conclude(
        _ command: NavigationCommand, _ feedback: Feedback, _ answer: Answer
    ) async throws(RequestError) -> Conclusion {
        note(feedback)
        if let next = feedback.next { return try await open(next) }
        guard life.awaitsResult else { return .feedback(feedback) }
        switch feedback.outcome {
        // Who went back to a page opened none that could be left.
        case .shown: return .result(command.opensPage ? try await result(of: answer.request) : nil)
        case .dismissed(let value): return .result(value)
        case .done, .suppressed: return .result(nil)
        case .refused(let reason): throw .refused(url: answer.request.shownURL, by: .navigator, reason: reason)
        }
    }

    /// The navigator's feedback, at once where nobody has to be waited for.
    private func feedback(
        of command: NavigationCommand, for request: Request
    ) async throws(RequestError) -> Feedback {
        if let feedback = mediator.performAtOnce(command, for: request) { return feedback }
        if life.isApart { return try await prepareAndPerform(command, for: request) }
        return try await life.run(.navigator, mediator.deadlines) { [self] () async throws(RequestError) in
            try await prepareAndPerform(command, for: request)
        }.get()
    }

    /// What comes of a command, unless the caller gave up while it was prepared.
    private func prepareAndPerform(
        _ command: NavigationCommand, for request: Request
    ) async throws(RequestError) -> Feedback {
        if command.isPerformedAsItIs { return await mediator.perform(command, for: request) }
        let prepared = await mediator.prepared(command, for: request, registry)
        try checkIsAwaited(after: life.stage)
        try enter(.navigator)
        switch prepared {
        case .success(let command): return await mediator.perform(command, for: request)
        case .failure(let objection): return await mediator.refusal(objection, for: request)
        }
    }

    /// Opens the first page of a tab that is shown for the first time, for the one who asked for the tab.
    private func open(_ url: String) async throws(RequestError) -> Conclusion {
        let feedback = try await life.run(.navigator, mediator.deadlines) {
            [life, mediator] () async throws(RequestError) in
            try await mediator.open(url, origin: life.origin)
        }
        return try life.awaitsResult ? .result(nil) : .feedback(feedback.get())
    }

    /// Waits for a person to leave the page; no clock runs meanwhile.
    private func result(of request: Request) async throws(RequestError) -> Payload? {
        let stage = Stage.page(url: request.shownURL)
        life.record(stage)
        let result = try await life.run(stage, mediator.deadlines) { [life, mediator] in
            await life.pausingClock(mediator.deadlines) {
                await mediator.navigator(for: request).result(of: request)
            }
        }
        switch result.get() {
        case .dismissed(let value):
            life.decide(value == nil ? "left without a value" : "dismissed with a value")
            return value
        case .unattended(let reason): throw .refused(url: request.shownURL, by: stage, reason: reason)
        case .cancelled: throw .cancelled(url: request.shownURL, during: stage)
        }
    }
}

extension Feedback.Outcome {
    /// The outcome in words, for traces and plans.
    @_spi(Host) public var words: String {
        switch self {
        case .shown: "shown"
        case .refused(let reason): "refused: \(reason)"
        case .dismissed: "dismissed"
        case .done: "done"
        case .suppressed: "suppressed"
        }
    }
}
