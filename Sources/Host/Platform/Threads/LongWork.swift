import Synchronization

/// The work of this process for which the user may have to wait, as a list of named stages, such as "starting Rent…".
///
/// The process has one list, because it has one terminal. Without a receiver (`whenChanged`), nothing is recorded.
package enum LongWork {
    private struct State {
        /// The stages that have not ended, in the order in which they began.
        var stages: [(number: Int, name: String)] = []
        var count = 0
        var receiver: (@Sendable () -> Void)?
    }

    private static let state = Mutex(State())

    /// Sets the closure that is called, on any thread, after a stage has begun or ended.
    package static func whenChanged(_ receiver: @escaping @Sendable () -> Void) {
        state.withLock { $0.receiver = receiver }
    }

    /// The name of the latest stage that has not ended.
    package static var stage: String? { state.withLock { $0.stages.last?.name } }

    /// Begins a stage, and returns its number for `end(_:)`; `nil` without a receiver.
    package static func begin(_ name: @autoclosure () -> String) -> Int? {
        guard let receiver = state.withLock(\.receiver) else { return nil }
        let name = name()
        let number = state.withLock { state in
            state.count += 1
            state.stages.append((state.count, name))
            return state.count
        }
        receiver()
        return number
    }

    package static func end(_ number: Int?) {
        guard let number else { return }
        let receiver = state.withLock { state in
            state.stages.removeAll { $0.number == number }
            return state.receiver
        }
        receiver?()
    }
}
