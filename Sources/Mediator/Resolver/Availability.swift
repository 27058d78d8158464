/// Whether a URL would be answered.
public enum Availability: String, Sendable, Codable {
    /// It would.
    case yes
    /// It would not.
    case no
    /// Only asking would tell.
    case undecided
}
