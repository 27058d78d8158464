@_spi(Host) public import ModuleKit

/// A navigator for tests, which records its commands and the pages that it would show.
public final class RecordingNavigator: Sendable {
    private struct State {
        var commands: [NavigationCommand] = []
        var stack = PageStack()
        var answer: @Sendable (String) -> Bool = { _ in true }
        var questions: [String] = []
    }

    private let state = Recorded(State())
    private let results = PageResults()
    private let deadline: Duration

    /// Creates a navigator with an empty stack.
    ///
    /// - Parameter deadline: the time that a page waits for an answer.
    public init(deadline: Duration = .seconds(60)) { self.deadline = deadline }

    /// Releases all pages, as a host releases the pages of a module that stops.
    func removePages() { state.change { ($0.stack, $0.commands) = (PageStack(), []) } }

    /// The commands so far, in order.
    public var commands: [NavigationCommand] { state.read(\.commands) }

    /// The current content of the top page, if there is one.
    public var page: Page? { top?.page.current }

    /// The entry of the top page, with the page as it was opened.
    var top: PageStack.Item? { state.read(\.stack.top) }

    /// The questions that pages asked before a command could close them, in order.
    public var questions: [String] { state.read(\.questions) }

    /// Sets the user's answer to the question whether a page may be closed; by default, the user agrees.
    public func answer(_ answer: @escaping @Sendable (_ question: String) -> Bool) {
        state.change { $0.answer = answer }
    }

    /// Performs a command as the user, without a request, such as the dismissal of a page with a value.
    @discardableResult
    public func perform(_ command: NavigationCommand) -> Feedback {
        state.change { [results] in $0.stack.apply(command, for: nil, results: results) }
    }

    /// Returns the user's objection to a command, if the answer that the test has set is negative.
    public func objection(to command: NavigationCommand, for request: Request?) async -> String? {
        state.change { state in
            for question in state.stack.questions(before: command) {
                state.questions.append(question)
                if !state.answer(question) { return "the person wants to stay; leave the page as it is" }
            }
            return nil
        }
    }

    /// Returns the result that the command would have.
    public func forecast(_ command: NavigationCommand, for request: Request?) async -> Feedback {
        state.read { $0.stack.forecast(command, for: request) }
    }

    /// The displayed tab, in an app with tabs.
    public var tab: Tab? { state.read(\.stack.tab) }

    /// The tabs, in order; empty in an app without tabs.
    public var tabs: [Tab] { state.read(\.stack.tabs) }

    /// Returns the current stack.
    public func stack() async -> [StackEntry] { state.read(\.stack.entries) }
}

@_spi(Host) extension RecordingNavigator: Navigator {
    /// Records the command of a request and answers as the host's navigator would.
    public func perform(_ command: NavigationCommand, for request: Request?) async -> Feedback {
        state.change { [results] state in
            if request != nil { state.commands.append(command) }
            return state.stack.apply(command, for: request, results: results)
        }
    }

    /// Waits until the request's page has been closed, at most until the navigator's deadline.
    public func result(of request: Request) async -> PageResult {
        await results.wait(for: request.id, within: deadline)
    }

    /// Ends a request's detours and closes their pages.
    public func endDetours(of request: RequestID) async {
        state.change { [results] in $0.stack.endDetours(of: request, results: results) }
    }
}
