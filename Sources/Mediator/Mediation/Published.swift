import Synchronization

/// A value that is replaced as a whole while others read it: readers take no lock and never wait for a writer.
///
/// Two slots hold the newest generation and the one before. A reader announces itself at the slot of the generation
/// that it saw, checks that the generation is still the newest, copies the value and leaves. A writer fills the other
/// slot once its last reader has left, makes it the newest, and then does the same to the older one, so that nothing that
/// was replaced lives on. Writers take turns.
final class Published<Value: Sendable>: Sendable {
    private let slots: (Slot<Value>, Slot<Value>)
    private let generation = Atomic<UInt64>(0)
    private let writing = Mutex(())

    init(_ value: Value) {
        slots = (Slot(value), Slot(value))
    }

    /// The newest value.
    var current: Value {
        while true {
            let seen = generation.load(ordering: .sequentiallyConsistent)
            let slot = slot(of: seen)
            slot.readers.add(1, ordering: .sequentiallyConsistent)
            defer { slot.readers.subtract(1, ordering: .sequentiallyConsistent) }
            if generation.load(ordering: .sequentiallyConsistent) == seen { return slot.value }
        }
    }

    /// Replaces the value by what the closure makes of it; where it throws, nothing changes.
    func update<Failure: Error>(_ change: (Value) throws(Failure) -> Value) throws(Failure) {
        try writing.withLock { (_) throws(Failure) in
            let seen = generation.load(ordering: .sequentiallyConsistent)
            let value = try change(slot(of: seen).value)
            let next = slot(of: seen + 1)
            next.replace(by: value)
            generation.store(seen + 1, ordering: .sequentiallyConsistent)
            // The older slot must not keep alive what was taken away.
            slot(of: seen).replace(by: value)
        }
    }

    private func slot(of generation: UInt64) -> Slot<Value> { generation.isMultiple(of: 2) ? slots.0 : slots.1 }
}

/// One place for a generation, with the number of those who are copying it.
private final class Slot<Value: Sendable>: Sendable {
    let readers = Atomic<Int>(0)
    /// Safe without a lock: it is written only by the writer whose turn it is, while the slot is not the newest and after
    /// `readers` was seen to be zero. All operations on `readers` and on the generation are in one sequentially consistent
    /// order. So a reader that is counted before that is waited for, and its copy is made before the write begins; one that
    /// is counted after it looks at the generation later still, finds it newer than the one that led it here, for
    /// generations only rise, and leaves without touching the value. A reader finds a slot to be the newest only after the
    /// store that follows the write, and so sees the whole of it.
    nonisolated(unsafe) var value: Value

    init(_ value: Value) { self.value = value }

    /// Waits for the readers, who stay for a few instructions, and puts another value in place.
    func replace(by value: Value) {
        while readers.load(ordering: .sequentiallyConsistent) > 0 {}
        self.value = value
    }
}
