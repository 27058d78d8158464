/// A request's number: the mediator counts from 1, so that a later request has the higher one.
public struct RequestID: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    let number: UInt64

    init(number: UInt64) { self.number = number }

    /// Reads the number itself.
    public init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(UInt64.self) }

    /// Writes the number itself.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }

    /// Whether the first request began before the second.
    public static func < (first: RequestID, second: RequestID) -> Bool { first.number < second.number }

    /// `12`.
    public var description: String { "\(number)" }
}
