import Synchronization

/// Hands the values of pages that left a stack to those who wait for them; navigators keep one beside their stack.
public final class PageResults: Sendable {
    private enum Place {
        case left(Payload?)
        case waiting(UnsafeContinuation<PageResult, Never>)
        /// Whoever waited gave up; the page is still there.
        case abandoned
    }

    private struct State {
        var places: [RequestID: Place] = [:]
        /// What everybody gets who still waits, once nobody will answer any more.
        var end: PageResult?
    }

    private let state = Mutex(State())

    /// Nobody waits yet.
    public init() {}

    /// Says that a page has left the stack; only pages whose requests await a result count.
    public func leave(_ request: RequestID, value: Payload?) {
        let waiter = state.withLock { state -> UnsafeContinuation<PageResult, Never>? in
            switch state.places.removeValue(forKey: request) {
            case .waiting(let waiter): return waiter
            case .abandoned: return nil
            case .left, nil:
                if state.end == nil { state.places[request] = .left(value) }
                return nil
            }
        }
        waiter?.resume(returning: .dismissed(value: value))
    }

    /// Waits for a page to leave; once for each request.
    public func wait(for request: RequestID) async -> PageResult {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let result = state.withLock { state -> PageResult? in
                    if case .left(let value) = state.places.removeValue(forKey: request) {
                        return .dismissed(value: value)
                    }
                    if let end = state.end { return end }
                    if Task.isCancelled {
                        state.places[request] = .abandoned
                        return .cancelled
                    }
                    state.places[request] = .waiting(continuation)
                    return nil
                }
                if let result { continuation.resume(returning: result) }
            }
        } onCancel: {
            abandon(request)
        }
    }

    /// Lets everybody who waits go, and who comes later too: nobody will answer any more.
    public func end(_ result: PageResult) {
        let places = state.withLock { state in
            state.end = result
            defer { state.places = [:] }
            return state.places.values
        }
        for case .waiting(let waiter) in places { waiter.resume(returning: result) }
    }

    private func abandon(_ request: RequestID) {
        let waiter = state.withLock { state -> UnsafeContinuation<PageResult, Never>? in
            guard case .waiting(let waiter) = state.places[request] else { return nil }
            state.places[request] = .abandoned
            return waiter
        }
        waiter?.resume(returning: .cancelled)
    }
}
