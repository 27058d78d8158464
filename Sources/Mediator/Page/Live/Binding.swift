/// Keeps an observer bound; it ends with the last reference to it.
public final class Binding: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}
