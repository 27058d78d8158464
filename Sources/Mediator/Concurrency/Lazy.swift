import Synchronization

/// A value that is made at its first use and stays.
final class Lazy<Value: Sendable>: Sendable {
    private let state: Mutex<Value?>

    init(_ value: Value? = nil) { state = Mutex(value) }

    var made: Value? { state.withLock(\.self) }

    /// Returns the value, and makes it with a closure if it is missing.
    ///
    /// No lock is held meanwhile. If two tasks make the value at once, both get the first one.
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
