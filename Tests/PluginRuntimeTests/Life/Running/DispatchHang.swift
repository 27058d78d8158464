import Dispatch

/// Holds the threads of those who come until it ends.
final class DispatchHang: Sendable {
    private let group = DispatchGroup()

    init() { group.enter() }

    func wait() { group.wait() }

    func end() { group.leave() }
}
