import Dispatch
import Synchronization

/// A task or thread that waits for an answer of the other side, and runs work that the other side needs for the answer.
///
/// The work runs before the answer is returned, with the task-local values of the ask.
final class Waiter: Sendable {
    private enum Item: Sendable {
        case result(Result<FrameDecoder, any Error>)
        case work(@Sendable () -> Void)
    }

    private struct State {
        var items: [Item] = []
        var continuation: UnsafeContinuation<Item, Never>?
        var semaphore: DispatchSemaphore?
        var hasResult = false
    }

    private let state = Mutex(State())

    func give(_ result: Result<FrameDecoder, any Error>) { _ = add(.result(result)) }

    /// Adds work; returns `false` if there is an answer already.
    func perform(_ work: @escaping @Sendable () -> Void) -> Bool { add(.work(work)) }

    private func add(_ item: Item) -> Bool {
        let (isTaken, continuation) = state.withLock { state -> (Bool, UnsafeContinuation<Item, Never>?) in
            if state.hasResult { return (false, nil) }
            if case .result = item { state.hasResult = true }
            if let continuation = state.continuation.take() { return (true, continuation) }
            state.items.append(item)
            state.semaphore?.signal()
            return (true, nil)
        }
        continuation?.resume(returning: item)
        return isTaken
    }

    /// Whether an answer or work is available.
    var hasItems: Bool { state.withLock { !$0.items.isEmpty } }

    func result() async throws -> FrameDecoder {
        while true {
            let item = await withUnsafeContinuation { continuation in
                let next = state.withLock { state -> Item? in
                    guard state.items.isEmpty else { return state.items.removeFirst() }
                    state.continuation = continuation
                    return nil
                }
                if let next { continuation.resume(returning: next) }
            }
            switch item {
            case .result(let result): return try result.get()
            case .work(let work): work()
            }
        }
    }

    /// Blocks the thread until there is an answer.
    func resultBlocking() throws -> FrameDecoder {
        let semaphore = DispatchSemaphore(value: 0)
        state.withLock { state in
            state.semaphore = semaphore
            for _ in state.items { semaphore.signal() }
        }
        while true {
            semaphore.wait()
            switch state.withLock({ $0.items.removeFirst() }) {
            case .result(let result): return try result.get()
            case .work(let work): work()
            }
        }
    }
}
