/// What a caller wants of a URL.
public enum Verb: String, Sendable, Codable {
    /// To go there: a navigation, answered by feedback.
    case open
    /// To have a value, without navigation.
    case call
}
