import Synchronization

/// The effect that opening a URL would have on the navigator; handlers ran, but no command was performed.
@_spi(Host) public struct NavigationPlan: Sendable {
    /// One command and its expected feedback.
    public struct Step: Sendable, Encodable {
        /// The command, with the commands of modules expanded.
        public let command: NavigationCommand
        /// The URL whose handler answered with the command.
        public let url: String?
        /// The feedback on the command if the previous steps have been performed.
        public let feedback: Feedback
        /// The questions that pages ask the user before the command removes them.
        public let questions: [String]
    }

    /// The commands in their order.
    public let steps: [Step]
    /// The stack after the commands.
    public let stack: PageStack
    /// The changes of the URL by rewrites, interceptors and answers: the next URL of each one, without redaction.
    public let redirects: [String]
    /// The outcome for a caller that opens the URL.
    public let outcome: Result<Feedback, RequestError>
}

extension NavigationPlan.Step {
    /// Returns the step with its URLs redacted by a closure.
    func naming(_ shown: (String) -> String) -> Self {
        Self(command: command.naming(shown), url: url, feedback: feedback.naming(shown), questions: questions)
    }
}

/// A navigator that displays no pages: it applies commands to a copy of another navigator's stack and records them.
@_spi(Host) public final class NavigationPlanner: Navigator {
    private let state: Mutex<(stack: PageStack, steps: [NavigationPlan.Step])>
    private let results = PageResults()

    /// Creates a planner with a stack.
    public init(_ stack: PageStack = PageStack()) { state = Mutex((stack, [])) }

    var steps: [NavigationPlan.Step] { state.withLock { $0.steps } }

    var stack: PageStack { state.withLock { $0.stack } }

    /// Records a command.
    public func perform(_ command: NavigationCommand, for request: Request?) async -> Feedback {
        state.withLock { state in
            let questions = state.stack.questions(before: command)
            let feedback = state.stack.apply(command, for: request, results: results)
            state.steps.append(
                NavigationPlan.Step(command: command, url: request?.shownURL, feedback: feedback, questions: questions))
            return feedback
        }
    }

    /// Returns `unattended`, because nobody can answer a page of a plan.
    public func result(of request: Request) async -> PageResult {
        .unattended(reason: "nobody can answer a page in a plan; open it without a plan")
    }

    /// Returns the feedback that the command would have.
    public func forecast(_ command: NavigationCommand, for request: Request?) async -> Feedback {
        state.withLock { $0.stack.forecast(command, for: request) }
    }
}

@_spi(Host) extension Switchboard {
    /// Returns the effect that opening a URL would have on the navigator, without displaying a page.
    ///
    /// Rewrites, interceptors, handlers and resolvers run, also for URLs that handlers open.
    ///
    /// - Parameter stack: the current stack of the navigator.
    @_spi(Host) public func plan(
        _ url: RouteURL, from stack: PageStack, origin: Origin, options: RequestOptions = RequestOptions()
    ) async -> NavigationPlan {
        let planner = NavigationPlanner(stack)
        let active = active(
            RequestIdentity(url: url, verb: .open, origin: origin, options: options, planner: planner))
        let outcome = await run(active, body: nil).map { outcome in
            guard case .feedback(let feedback) = outcome else {
                preconditionFailure("an open ended without feedback")
            }
            return feedback
        }
        return NavigationPlan(
            steps: planner.steps.map { $0.naming(redacted) }, stack: planner.stack,
            redirects: active.redirectChain, outcome: outcome)
    }

    /// Performs a choice on the top page of a stack without displaying a page, and returns its outcome and the stack
    /// that it would leave.
    ///
    /// The choice has its other effects: handlers run, and the page's module receives its message. A completion does
    /// not dismiss the page.
    ///
    /// - Parameter values: the values of a form.
    @_spi(Host) public func plan(
        _ target: PageTarget, filledWith values: Payload?, on stack: PageStack, origin: Origin, options: RequestOptions
    ) async -> (outcome: Result<Submission.Outcome, SubmissionError>, stack: PageStack) {
        let planner = NavigationPlanner(stack)
        let page = RouteURL(stack.top?.entry.url ?? "")
        // The requests of the choice find the planner in this request, which only represents the page.
        let active = active(RequestIdentity(url: page, verb: .open, origin: origin, planner: planner))
        let submission = Submission(on: nil, mediator: self, origin: origin, options: options)
        let outcome = await ActiveRequest.$current.withValue(active) {
            await Result { () async throws(SubmissionError) in
                try await submission.perform(target, filledWith: values)
            }
        }
        return (outcome, planner.stack)
    }
}
