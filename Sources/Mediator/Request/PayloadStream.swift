/// The values that a call gives one after the other, as a sequence of the caller's own type.
///
/// The next value is asked for when the caller asks for it, so that a slow caller slows the module down. Iterate it in one
/// task; ending the iteration ends the module's.
public struct PayloadStream<Value: Sendable>: AsyncSequence, Sendable {
    let source: PayloadSource
    let read: @Sendable (Payload) throws -> Value

    /// Asks for one value after the other.
    public struct Iterator: AsyncIteratorProtocol {
        let next: () async throws -> Payload?
        let read: @Sendable (Payload) throws -> Value

        /// The next value, or `nil` at the end.
        ///
        /// - Throws: what the module threw, or `PayloadError` for a value that is not of the type.
        public mutating func next() async throws -> Value? { try await next().map { try read($0) } }
    }

    /// Begins the iteration.
    public func makeAsyncIterator() -> Iterator { Iterator(next: source.begin(), read: read) }
}

/// Where the values of a stream come from, whatever the module's own sequence is.
struct PayloadSource: Sendable {
    /// The type of the values, for messages.
    let element: String
    /// Begins an iteration.
    let begin: @Sendable () -> () async throws -> Payload?

    init<Elements: AsyncSequence & Sendable>(_ elements: Elements) where Elements.Element: Encodable & Sendable {
        element = String(describing: Elements.Element.self)
        begin = {
            var iterator = elements.makeAsyncIterator()
            return { try await iterator.next(isolation: #isolation).map { Payload($0) } }
        }
    }
}
