/// A condition that replies wait for until a test opens it.
public final class Gate: Sendable {
    private let inside: Socket
    let outside: Socket

    /// Makes a closed gate.
    public init() throws { (inside, outside) = try Socket.pair() }

    /// Lets through all who wait and all who come later.
    public func open() { inside.hangUp() }
}
