/// Where something stands in its room, in the direction in which its text is read.
public enum Alignment: String, Sendable {
    /// Where lines begin.
    case leading
    /// In the middle.
    case center
    /// Where lines end.
    case trailing
}

extension Alignment: Codable {
    /// Decodes a word; one that this version does not know is `leading`.
    public init(from decoder: any Decoder) throws {
        self = Alignment(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .leading
    }
}
