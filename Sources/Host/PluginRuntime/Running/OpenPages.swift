import Synchronization
@_spi(Host) import ModuleKit

/// Counts the open pages of a generation, so that it is stopped when the last one has left.
final class OpenPages: Sendable {
    private struct State {
        var count = 0
        var waiter: UnsafeContinuation<Void, Never>?
    }

    private let module: String
    private let state = Mutex(State())

    init(of module: String) { self.module = module }

    /// What one more page holds as long as it is open.
    func open() -> Lease {
        state.withLock { $0.count += 1 }
        return Lease(owner: module) { [self] in close() }
    }

    /// Waits until no page is open; one task at a time.
    func haveLeft() async {
        await withUnsafeContinuation { continuation in
            let isEmpty = state.withLock { state in
                if state.count > 0 { state.waiter = continuation }
                return state.count == 0
            }
            if isEmpty { continuation.resume() }
        }
    }

    private func close() {
        let waiter = state.withLock { state -> UnsafeContinuation<Void, Never>? in
            state.count -= 1
            guard state.count == 0 else { return nil }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }
}
