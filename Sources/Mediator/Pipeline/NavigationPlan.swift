import Synchronization

/// What opening a URL would ask of the navigator: the handlers ran, and nothing was performed.
@_spi(Host) public struct NavigationPlan: Sendable {
    /// One command, and what it would come to.
    public struct Step: Sendable, Encodable {
        /// The command, with what they stand for in place of modules' own.
        public let command: NavigationCommand
        /// The URL whose handler answered with it.
        public let url: String?
        /// What it would come to, after the steps before it.
        public let feedback: Feedback
        /// What pages would ask before they are left.
        public let questions: [String]
    }

    /// The commands, in the order in which they would be performed.
    public let steps: [Step]
    /// The page that would be on top, if there would be one.
    public let page: Page?
    /// What whoever opens the URL would be told.
    public let outcome: Result<Feedback, RequestError>
}

extension NavigationPlan.Step {
    /// The same with the URLs that its command names as they may be shown.
    func naming(_ shown: (String) -> String) -> Self {
        Self(command: command.naming(shown), url: url, feedback: feedback.naming(shown), questions: questions)
    }
}

/// A navigator that only notes what it is given, against a copy of another one's stack.
final class NavigationPlanner: Navigator {
    private struct State {
        var stack: PageStack
        var steps: [NavigationPlan.Step] = []
    }

    private let state: Mutex<State>
    private let results = PageResults()

    init(_ stack: PageStack) { state = Mutex(State(stack: stack)) }

    /// The commands so far.
    var steps: [NavigationPlan.Step] { state.withLock(\.steps) }

    /// The page that would be on top.
    var page: Page? { state.withLock(\.stack.top?.page) }

    func perform(_ command: NavigationCommand, for request: Request) async -> Feedback {
        note(command, for: request)
    }

    func perform(_ command: NavigationCommand) async -> Feedback { note(command, for: nil) }

    private func note(_ command: NavigationCommand, for request: Request?) -> Feedback {
        state.withLock { state in
            let questions = state.stack.questions(before: command)
            let feedback = state.stack.apply(command, for: request, results: results)
            state.steps.append(
                NavigationPlan.Step(
                    command: command, url: request?.shownURL, feedback: feedback, questions: questions))
            return feedback
        }
    }

    func result(of request: Request) async -> PageResult {
        .unattended(reason: "a plan shows no page that could be answered; open it without a plan")
    }

    func stack() async -> [StackEntry] { state.withLock(\.stack.entries) }

    func forecast(_ command: NavigationCommand, for request: Request?) async -> Feedback {
        state.withLock { $0.stack.forecast(command, for: request) }
    }
}

extension Switchboard {
    /// Finds out what opening a URL would ask of the navigator: rewrites, interceptors, handlers and resolvers run, those of
    /// URLs that handlers open among them, and no page is shown.
    ///
    /// - Parameter stack: the stack that the navigator has.
    @_spi(Host) public func plan(
        _ url: String, from stack: PageStack, origin: Origin, options: RequestOptions = RequestOptions()
    ) async -> NavigationPlan {
        let planner = NavigationPlanner(stack)
        let outcome: Result<Feedback, RequestError>
        do throws(RequestError) {
            let conclusion = try await conclude(
                url, verb: .open, body: nil, origin: origin, options: options, planner: planner)
            guard case .feedback(let feedback) = conclusion else { preconditionFailure("an open ends with feedback") }
            outcome = .success(feedback)
        } catch {
            outcome = .failure(error)
        }
        return NavigationPlan(steps: planner.steps.map { $0.naming(redacted) }, page: planner.page, outcome: outcome)
    }
}
