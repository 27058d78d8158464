/// A kind of error, as one word: more kinds may come.
public struct ErrorCode<Failure: Error>: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The word, such as `noRoute`.
    public let rawValue: String

    /// Creates the kind with a word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates the kind with a word.
    public init(stringLiteral word: String) { rawValue = word }

    /// Creates the kind with the name of an enum's case.
    @_spi(Host) public init(caseOf value: some Sendable) { rawValue = String("\(value)".prefix { $0 != "(" }) }
}
