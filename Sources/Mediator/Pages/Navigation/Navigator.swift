import Synchronization

/// Performs navigation commands and says what became of them: a terminal, a test's recorder, a graphical shell.
///
/// The mediator calls it from any task; an implementation orders the calls itself. It answers every command once.
public protocol Navigator: Sendable {
    /// Performs a command on behalf of the request that led to it.
    func perform(_ command: NavigationCommand, for request: Request) async -> Feedback

    /// Performs a command on behalf of a request without waiting, or answers `nil`, with nothing done, where that cannot be.
    ///
    /// The mediator calls `perform(_:for:)` alone. This requirement stays for navigators that were built with it.
    func performAtOnce(_ command: NavigationCommand, for request: Request) -> Feedback?

    /// Whether performing a command may take as long as somebody reads, so that no request's clock runs meanwhile.
    var waitsForReaders: Bool { get }

    /// Performs a command of the person before the navigator, such as going back, that no request led to.
    func perform(_ command: NavigationCommand) async -> Feedback

    /// Waits until the page that a request put on the stack has left it, for a request that awaits its result.
    ///
    /// It is called once for each such request whose page was shown; the page may have left by then.
    func result(of request: Request) async -> PageResult

    /// The stack as it is now, the first page first; in an app with tabs, that of the tab that is shown.
    func stack() async -> [StackEntry]

    /// What a command would come to now; nothing changes.
    func forecast(_ command: NavigationCommand, for request: Request?) async -> Feedback

    /// Asks the person about pages that a command would take off the stack and that ask before they are left
    /// (`Page.asking(_:)`), and says why it is not to be performed; `nil` where it may.
    ///
    /// It is called before a command that may take pages off, and the clock of the request stands still meanwhile.
    func objection(to command: NavigationCommand, for request: Request?) async -> String?
}

extension Navigator {
    /// What the rules of a stack with these entries say, of which no more is known.
    public func forecast(_ command: NavigationCommand, for request: Request?) async -> Feedback {
        PageStack(entries: await stack()).forecast(command, for: request)
    }

    /// No page is asked.
    public func objection(to command: NavigationCommand, for request: Request?) async -> String? { nil }

    /// Nobody reads it while it performs.
    public var waitsForReaders: Bool { false }

    /// It has to be waited for.
    public func performAtOnce(_ command: NavigationCommand, for request: Request) -> Feedback? { nil }

    /// Nobody is there to answer a page.
    public func result(of request: Request) async -> PageResult {
        .unattended(reason: "this navigator has nobody to answer a page; open it in one that has")
    }

    /// The stack as it is, of which nothing is made anew where the navigator keeps a `PageStack`.
    func entries(for request: Request?) async -> Pile<StackEntry> {
        await forecast(.sequence([]), for: request).entries
    }
}

/// What became of a page that somebody waits for.
public enum PageResult: Sendable, Equatable {
    /// It left the stack: dismissed with a value, or left without one.
    case dismissed(value: Payload?)
    /// Nobody is there to answer it; the reason ends with what to do.
    case unattended(reason: String)
    /// Whoever waited gave up.
    case cancelled
}

/// Hands the values of pages that left a stack to those who wait for them; navigators keep one beside their stack.
public final class PageResults: Sendable {
    private struct State {
        /// The results of pages that left and of pages for which a request waits.
        var results: [RequestID: Promise<PageResult>] = [:]
        /// The result of all other pages, once no page will be answered any more.
        var end: PageResult?

        /// The result of a page that left or will leave; `nil` where nothing more will leave.
        mutating func take(_ request: RequestID) -> Promise<PageResult>? {
            if let result = results.removeValue(forKey: request) { return result }
            guard end == nil else { return nil }
            let result = Promise<PageResult>()
            results[request] = result
            return result
        }
    }

    private let state = Mutex(State())

    /// Results without any page.
    public init() {}

    /// Says that a page has left the stack; only pages whose requests await a result count.
    public func leave(_ request: RequestID, value: Payload?) {
        state.withLock { $0.take(request) }?.fulfill(.dismissed(value: value))
    }

    /// Waits for a page to leave; once for each request.
    public func wait(for request: RequestID) async -> PageResult {
        let (result, end) = state.withLock { ($0.take(request), $0.end) }
        guard let result else { return end ?? .cancelled }
        return await result.waitUnlessCancelled() ?? .cancelled
    }

    /// Releases all who wait, and who will: no page will be answered any more.
    public func end(_ result: PageResult) {
        let results = state.withLock { state in
            state.end = result
            defer { state.results = [:] }
            return state.results.values
        }
        for waiting in results { waiting.fulfill(result) }
    }
}
