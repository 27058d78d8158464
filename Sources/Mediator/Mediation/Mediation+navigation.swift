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
        return .feedback(Feedback(outcome, stack: await mediator.navigator.stack()))
    }

    private mutating func perform(_ command: NavigationCommand, _ answer: Answer) async throws(RequestError)
        -> Conclusion
    {
        try enter(.navigator)
        let feedback = await mediator.perform(command, for: answer.request)
        life.decide(feedback.outcome.words)
        if case .refused = feedback.outcome { forgetDuplicates() }
        guard life.awaitsResult else { return .feedback(feedback) }
        switch feedback.outcome {
        // Who went back to a page opened none that could be left.
        case .shown: return .result(command.opensPage ? try await result(of: answer.request) : nil)
        case .dismissed(let value): return .result(value)
        case .done, .suppressed: return .result(nil)
        case .refused(let reason): throw .refused(url: answer.request.shownURL, by: .navigator, reason: reason)
        }
    }

    /// Waits for a person to leave the page; no clock runs meanwhile.
    private func result(of request: Request) async throws(RequestError) -> Payload? {
        let stage = Stage.page(url: request.shownURL)
        life.enter(stage)
        let result = await life.pausingClock(mediator.deadlines) { await mediator.navigator.result(of: request) }
        switch result {
        case .dismissed(let value):
            life.decide(value == nil ? "left without a value" : "dismissed with a value")
            return value
        case .unattended(let reason): throw .refused(url: request.shownURL, by: stage, reason: reason)
        case .cancelled: throw .cancelled(url: request.shownURL, during: stage)
        }
    }
}

extension NavigationCommand {
    /// Whether a page comes onto the stack, which leaves it some time.
    fileprivate var opensPage: Bool {
        switch self {
        case .push, .present, .replace, .web: true
        case .pop, .popToRoot, .dismiss: false
        }
    }
}

extension Feedback.Outcome {
    /// The outcome in words, for traces.
    var words: String {
        switch self {
        case .shown: "shown"
        case .refused(let reason): "refused: \(reason)"
        case .dismissed: "dismissed"
        case .done: "done"
        case .suppressed: "suppressed"
        }
    }
}
