import Synchronization

/// Numbers the requests of a mediator from 1.
final class RequestCounter: Sendable {
    private let last = Atomic<UInt64>(0)

    func next() -> RequestID { RequestID(number: last.add(1, ordering: .relaxed).newValue) }
}
