import Synchronization

/// A value that is made when it is needed first, and stays.
final class Lazy<Value: Sendable>: Sendable {
    private let state: Mutex<Value?>

    /// A value that is there already, or is still to be made.
    init(_ value: Value? = nil) { state = Mutex(value) }

    /// The value, once it is made.
    var made: Value? { state.withLock(\.self) }

    /// The value, which a closure makes where it is missing.
    ///
    /// No lock is held meanwhile. Of two tasks that make it at once, both get the value that was there first.
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
