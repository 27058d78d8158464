import Synchronization

/// Hands the values of pages that left a stack to those who wait for them; navigators keep one beside their stack.
public final class PageResults: Sendable {
    private enum Place {
        case left(Payload?)
        case waiting(UnsafeContinuation<PageResult, Never>)
    }

    private let places = Mutex<[RequestID: Place]>([:])

    /// Nobody waits yet.
    public init() {}

    /// Says that a page has left the stack; only pages whose requests await a result count.
    public func leave(_ request: RequestID, value: Payload?) {
        let waiter = places.withLock { places -> UnsafeContinuation<PageResult, Never>? in
            guard case .waiting(let waiter) = places.removeValue(forKey: request) else {
                places[request] = .left(value)
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
                let result = places.withLock { places -> PageResult? in
                    if case .left(let value) = places.removeValue(forKey: request) { return .dismissed(value: value) }
                    if Task.isCancelled { return .cancelled }
                    places[request] = .waiting(continuation)
                    return nil
                }
                if let result { continuation.resume(returning: result) }
            }
        } onCancel: {
            end(request, .cancelled)
        }
    }

    /// Lets everybody who waits go, where nobody will answer any more.
    public func endAll(_ result: PageResult) {
        for request in places.withLock({ Array($0.keys) }) { end(request, result) }
    }

    private func end(_ request: RequestID, _ result: PageResult) {
        let place = places.withLock { $0.removeValue(forKey: request) }
        if case .waiting(let waiter) = place { waiter.resume(returning: result) }
    }
}
