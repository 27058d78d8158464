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
    /// The item that would be on top, if any.
    public let top: PageStack.Item?
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

    var top: PageStack.Item? { state.withLock { $0.stack.top } }

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
        let outcome = await Result { () async throws(RequestError) in
            let identity = RequestIdentity(url: url, verb: .open, origin: origin, options: options, planner: planner)
            guard case .feedback(let feedback) = try await run(identity) else {
                preconditionFailure("an open ended without feedback")
            }
            return feedback
        }
        return NavigationPlan(steps: planner.steps.map { $0.naming(redacted) }, top: planner.top, outcome: outcome)
    }
}
