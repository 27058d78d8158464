import Dispatch
import Synchronization

/// Holds those who come until it is opened.
final class Gate: Sendable {
    private let state = Mutex<(isOpen: Bool, waiters: [CheckedContinuation<Void, Never>], arrivals: Int)>(
        (false, [], 0))

    /// How many have come.
    var arrivals: Int { state.withLock(\.arrivals) }

    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                state.arrivals += 1
                if !state.isOpen { state.waiters.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}

/// Holds the threads of those who come until it ends.
final class DispatchHang: Sendable {
    private let group = DispatchGroup()

    init() { group.enter() }

    func wait() { group.wait() }

    func end() { group.leave() }
}

/// What came of something that was asked behind everybody's back.
final class Asked: Sendable {
    private let text = Mutex<String?>(nil)

    /// The answer, or the error in its words.
    var outcome: String? { text.withLock(\.self) }

    func keep(_ body: () async throws -> String) async {
        let outcome: String
        do {
            outcome = try await body()
        } catch {
            outcome = "\(error)"
        }
        text.withLock { $0 = outcome }
    }
}
