import Synchronization

/// Something that goes from one hand to another once, so that the first one keeps nothing of it.
final class Handover<Value: Sendable>: Sendable {
    private let value: Mutex<Value?>

    init(_ value: Value) { self.value = Mutex(value) }

    /// Takes it.
    func take() -> Value {
        guard let value = value.withLock({ $0.take() }) else { preconditionFailure("it was taken before") }
        return value
    }
}
