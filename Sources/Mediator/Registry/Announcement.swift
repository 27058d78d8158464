import Synchronization

/// A module that is about to register: a request that one of its interceptors covers waits for it.
@_spi(Host) public final class Announcement: Sendable {
    private struct State {
        var isOver = false
        var hasBegun = false
        var waiters: [Int: UnsafeContinuation<Void, Never>] = [:]
        var next = 0
    }

    /// The module's name.
    public let owner: String
    private let covers: @Sendable (RouteURL) -> Bool
    private let begin: @Sendable () -> Void
    private let state = Mutex(State())

    /// Announces a module.
    ///
    /// - Parameters:
    ///   - covers: whether a request for a URL has to wait for the module.
    ///   - begin: called once, when the first request waits; whoever starts the module registers it or withdraws it.
    public init(
        owner: String, covers: @escaping @Sendable (RouteURL) -> Bool, begin: @escaping @Sendable () -> Void = {}
    ) {
        self.owner = owner
        self.covers = covers
        self.begin = begin
    }

    func isNeeded(for url: RouteURL) -> Bool { covers(url) }

    /// Waits until the module is registered or will not be; a cancelled task waits no longer.
    func wait() async {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let (isOver, isFirst) = state.withLock { state in
                    guard !state.isOver, !Task.isCancelled else { return (true, false) }
                    defer { state.hasBegun = true }
                    state.waiters[number] = continuation
                    return (false, !state.hasBegun)
                }
                if isOver { continuation.resume() }
                if isFirst { begin() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
        }
    }

    /// Lets all requests go on.
    func end() {
        let waiters = state.withLock { state in
            state.isOver = true
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume() }
    }
}
