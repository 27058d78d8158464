import Synchronization

/// A value that is created at its first use and kept.
final class Lazy<Value: Sendable>: Sendable {
    private let state: Mutex<Value?>

    init(_ value: Value? = nil) { state = Mutex(value) }

    var made: Value? { state.withLock(\.self) }

    /// Returns the value. If there is none, the closure creates it.
    ///
    /// The closure runs without a lock. If two tasks create values concurrently, both get the first stored value.
    func value<Failure: Error>(_ make: () throws(Failure) -> Value) throws(Failure) -> Value {
        if let made { return made }
        let new = try make()
        return state.withLock { state in
            if let made = state { return made }
            state = new
            return new
        }
    }
}
