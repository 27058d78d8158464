import Synchronization

/// A display of pages that performs navigation commands and reports the results, such as a terminal or a recorder.
///
/// The mediator calls a navigator's methods from any task, so an implementation must put the calls in order.
@_spi(Host) public protocol Navigator: Sendable {
    /// Performs a command that answers a request, or, if `request` is `nil`, a command of the navigator's user.
    func perform(_ command: NavigationCommand, for request: Request?) async -> Feedback

    /// Whether a command may wait until a user has read the output; if so, the mediator pauses the clocks of requests.
    var waitsForReaders: Bool { get }

    /// Whether another host displays the pages of the current task's requests, and publishes the pages' events.
    var isOnAnotherHost: Bool { get }

    /// Waits until the page that a request opened has left the stack, and returns the page's result.
    ///
    /// The mediator calls this method once for each request, after the request's page was put on the stack. The page
    /// may have left already.
    func result(of request: Request) async -> PageResult

    /// Ends a request's detours and lets the request continue; removes pages for which no request waits any more.
    func endDetours(of request: RequestID) async

    /// Returns the feedback that a command would have now; for an empty sequence, the feedback contains the current
    /// stack.
    func forecast(_ command: NavigationCommand, for request: Request?) async -> Feedback

    /// Asks the user the questions (`Page.asking(_:)`) of the pages that a command would remove.
    ///
    /// The mediator calls this method before a command that may remove pages, and pauses the clock of the request.
    ///
    /// - Returns: the reason not to perform the command, or `nil` if it may be performed.
    func objection(to command: NavigationCommand, for request: Request?) async -> String?
}

@_spi(Host) extension Navigator {
    /// Returns `nil`: no question is asked.
    public func objection(to command: NavigationCommand, for request: Request?) async -> String? { nil }

    /// Does nothing, because requests do not wait for pages of this navigator.
    public func endDetours(of request: RequestID) async {}

    /// `false`: this host displays the pages.
    public var isOnAnotherHost: Bool { false }

    /// `false`: the navigator does not wait for readers.
    public var waitsForReaders: Bool { false }

    /// Returns `unattended`, because no user can answer a page of this navigator.
    public func result(of request: Request) async -> PageResult {
        .unattended(reason: "no person can answer a page of this navigator; open it in a navigator with a person")
    }

    /// Returns the current stack; it is not copied if the navigator keeps its pages in a `PageStack`.
    func entries(for request: Request?) async -> ChunkedArray<StackEntry> {
        await forecast(.sequence([]), for: request).entries
    }
}

/// The result of a page, for the opener: the request that waits for the page.
@_spi(Host) public enum PageResult: Sendable, Equatable {
    /// The page left the stack, with or without a value.
    case dismissed(value: Payload?)
    /// No user can answer the page; the reason ends with the remedy.
    case unattended(reason: String)
    /// The opener stopped waiting.
    case cancelled
}

/// The results of pages that left a stack, for the requests that wait; a navigator stores a `PageResults` next to its
/// stack.
@_spi(Host) public final class PageResults: Sendable {
    private struct State {
        /// The results of pages that have left or that a request awaits, keyed by the request that opened the page.
        var results: [RequestID: Promise<PageResult>] = [:]
        /// The result of all pages without an entry in `results`, after the navigator has ended.
        var end: PageResult?

        /// Returns the promise of a page's result; `nil` after the navigator has ended.
        mutating func take(_ request: RequestID) -> Promise<PageResult>? {
            if let result = results.removeValue(forKey: request) { return result }
            guard end == nil else { return nil }
            let result = Promise<PageResult>()
            results[request] = result
            return result
        }
    }

    private let state = Mutex(State())

    /// Creates an empty collection of results.
    public init() {}

    /// Records that a page has left the stack. Call this method only for a request that awaits the result.
    public func leave(_ request: RequestID, value: Payload?) {
        state.withLock { $0.take(request) }?.fulfill(.dismissed(value: value))
    }

    /// Waits until a page leaves, up to a time limit. Call this method once for each request.
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

    /// Makes all current and future calls of `wait` return a result, because pages are not answered any more.
    public func end(_ result: PageResult) {
        let results = state.withLock { state in
            state.end = result
            defer { state.results = [:] }
            return state.results.values
        }
        for waiting in results { waiting.fulfill(result) }
    }
}
