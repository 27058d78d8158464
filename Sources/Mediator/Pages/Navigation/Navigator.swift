import Synchronization

/// A type that performs navigation commands and reports the result: a terminal, a test's recorder, a graphical shell.
///
/// The mediator calls it from any task; an implementation orders the calls itself. It answers every command once.
@_spi(Host) public protocol Navigator: Sendable {
    /// Performs a command for the request that led to it, or for the person before the navigator, such as going back.
    func perform(_ command: NavigationCommand, for request: Request?) async -> Feedback

    /// Whether performing a command may take as long as a person reads, so that no request's clock runs meanwhile.
    var waitsForReaders: Bool { get }

    /// Whether another host shows the pages of the current task's requests, and publishes their events.
    var isElsewhere: Bool { get }

    /// Waits until the page that a request put on the stack has left it, for a request that awaits its result.
    ///
    /// The mediator calls it once for each such request whose page was shown; the page may have left by then.
    func result(of request: Request) async -> PageResult

    /// Ends the waits of the detours of a request, which goes on without them; a page that no request awaits leaves.
    func endDetours(of request: RequestID) async

    /// Returns the result that a command would have now, without performing it, and so the present stack.
    func forecast(_ command: NavigationCommand, for request: Request?) async -> Feedback

    /// Asks the person about pages that a command would remove and that have a question (`Page.asking(_:)`).
    ///
    /// The mediator calls it before a command that may remove pages, and the clock of the request stops meanwhile.
    ///
    /// - Returns: the reason not to perform the command; `nil` if it may be performed.
    func objection(to command: NavigationCommand, for request: Request?) async -> String?
}

@_spi(Host) extension Navigator {
    /// Asks no page.
    public func objection(to command: NavigationCommand, for request: Request?) async -> String? { nil }

    /// Ends no wait: the navigator has no page that waits.
    public func endDetours(of request: RequestID) async {}

    /// `false`: this host shows the pages.
    public var isElsewhere: Bool { false }

    /// `false`: the navigator waits for no reader.
    public var waitsForReaders: Bool { false }

    /// Returns that no person can answer a page.
    public func result(of request: Request) async -> PageResult {
        .unattended(reason: "no person can answer a page of this navigator; open the page in one with a person")
    }

    /// Returns the present stack, shared with a navigator that keeps a `PageStack`.
    func entries(for request: Request?) async -> ChunkedArray<StackEntry> {
        await forecast(.sequence([]), for: request).entries
    }
}

/// The result of a page with a waiting opener.
@_spi(Host) public enum PageResult: Sendable, Equatable {
    /// The page left the stack: dismissed with a value, or without one.
    case dismissed(value: Payload?)
    /// No person can answer the page; the reason ends with the remedy.
    case unattended(reason: String)
    /// The opener stopped waiting.
    case cancelled
}

/// The values of pages that left a stack, for their waiting openers; navigators keep one beside their stack.
@_spi(Host) public final class PageResults: Sendable {
    private struct State {
        /// The results of pages that left and of pages for which a request waits.
        var results: [RequestID: Promise<PageResult>] = [:]
        /// The result of all other pages, after the navigator has ended.
        var end: PageResult?

        /// Returns the result of a page that left or will leave; `nil` after the end.
        mutating func take(_ request: RequestID) -> Promise<PageResult>? {
            if let result = results.removeValue(forKey: request) { return result }
            guard end == nil else { return nil }
            let result = Promise<PageResult>()
            results[request] = result
            return result
        }
    }

    private let state = Mutex(State())

    /// Creates results without any page.
    public init() {}

    /// Notes that a page has left the stack; only pages whose requests await a result count.
    public func leave(_ request: RequestID, value: Payload?) {
        state.withLock { $0.take(request) }?.fulfill(.dismissed(value: value))
    }

    /// Waits for a page to leave, for a time at most; once for each request.
    public func wait(for request: RequestID, within limit: Duration? = nil) async -> PageResult {
        let (result, end) = state.withLock { ($0.take(request), $0.end) }
        guard let result else { return end ?? .cancelled }
        if let limit {
            let reason =
                "the page was not answered within \(limit.secondsText) s; dismiss it, or choose one of its entries"
            result.fulfill(.unattended(reason: reason), after: limit)
        }
        return await result.waitUnlessCancelled() ?? .cancelled
    }

    /// Releases all present and future waiters: no page will be answered any more.
    public func end(_ result: PageResult) {
        let results = state.withLock { state in
            state.end = result
            defer { state.results = [:] }
            return state.results.values
        }
        for waiting in results { waiting.fulfill(result) }
    }
}
