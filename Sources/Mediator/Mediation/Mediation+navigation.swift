extension Mediation {
    /// The conclusion of a request with an answer: its command is performed, or its value taken.
    mutating func conclude(_ answer: Answer) async throws(RequestError) -> Conclusion {
        try checkClock()
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

    /// A stage that held its thread may have used up the time before anybody could wait for it.
    private func checkClock() throws(RequestError) {
        guard let left = life.timeLeft, left <= .zero else { return }
        throw .deadline(url: life.shownURL, stage: life.stage, limit: life.deadline)
    }

    private func feedback(_ outcome: Feedback.Outcome, _ answer: Answer) async throws(RequestError) -> Conclusion {
        if life.awaitsResult { return .result(nil) }
        return .feedback(Feedback(outcome, stack: await mediator.navigator(for: answer.request).stack()))
    }

    private mutating func perform(_ command: NavigationCommand, _ answer: Answer) async throws(RequestError)
        -> Conclusion
    {
        let feedback = try await feedback(of: command, answer)
        life.decide(feedback.outcome.words)
        let isRefused = if case .refused = feedback.outcome { true } else { false }
        if isRefused || life.planner != nil { forgetDuplicates() }
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

    /// What comes of a command, unless the caller gave up while it was prepared.
    private func feedback(of command: NavigationCommand, _ answer: Answer) async throws(RequestError) -> Feedback {
        try enter(.navigator)
        let prepared = await mediator.prepared(command, for: answer.request, registry)
        try enter(.navigator)
        switch prepared {
        case .success(let command): return await mediator.perform(command, for: answer.request)
        case .failure(let objection): return await mediator.refusal(objection, for: answer.request)
        }
    }

    /// Opens the first page of a tab that is shown for the first time, for the one who asked for the tab.
    private func open(_ url: String) async throws(RequestError) -> Conclusion {
        let feedback = try await mediator.open(url, origin: life.origin)
        return life.awaitsResult ? .result(nil) : .feedback(feedback)
    }

    /// Waits for a person to leave the page; no clock runs meanwhile.
    private func result(of request: Request) async throws(RequestError) -> Payload? {
        let stage = Stage.page(url: request.shownURL)
        life.enter(stage)
        let result = await life.pausingClock(mediator.deadlines) {
            await mediator.navigator(for: request).result(of: request)
        }
        switch result {
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
