import Synchronization

/// Hands the values of pages that left a stack to those who wait for them; navigators keep one beside their stack.
public final class PageResults: Sendable {
    private enum Place {
        case left(Payload?)
        case waiting(UnsafeContinuation<PageResult, Never>)
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
            guard case .waiting(let waiter) = state.places.removeValue(forKey: request) else {
                state.places[request] = .left(value)
                return nil
            }
            return waiter
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
                    if Task.isCancelled { return .cancelled }
                    state.places[request] = .waiting(continuation)
                    return nil
                }
                if let result { continuation.resume(returning: result) }
            }
        } onCancel: {
            end(request, .cancelled)
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

    private func end(_ request: RequestID, _ result: PageResult) {
        let place = state.withLock { $0.places.removeValue(forKey: request) }
        if case .waiting(let waiter) = place { waiter.resume(returning: result) }
    }
}
