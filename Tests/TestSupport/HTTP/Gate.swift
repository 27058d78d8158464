/// A gate that holds replies until a test opens it.
public final class Gate: Sendable {
    private let inside: Socket
    let outside: Socket

    /// Makes a closed gate.
    public init() throws { (inside, outside) = try Socket.pair() }

    /// Releases every waiting reply and every later one.
    public func open() { inside.hangUp() }
}
