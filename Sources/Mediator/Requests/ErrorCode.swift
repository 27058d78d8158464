/// A kind of error, identified by one word; more kinds may be added.
public struct ErrorCode<Failure: Error>: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The word, such as `noRoute`.
    public let description: String

    /// Creates the kind with a word.
    @_spi(Host) public init(_ word: String) { description = word }

    /// Creates the kind with the name of an enum's case.
    @_spi(Host) public init(caseOf value: some Sendable) { description = String("\(value)".prefix { $0 != "(" }) }
}
