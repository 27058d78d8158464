import Dispatch

/// Blocks the threads of its callers until it ends.
final class DispatchHang: Sendable {
    private let group = DispatchGroup()

    init() { group.enter() }

    func wait() { group.wait() }

    func end() { group.leave() }
}
