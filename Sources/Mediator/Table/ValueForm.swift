/// What a call answers with, beside one Codable value.
public enum ValueForm: String, Sendable, Codable {
    /// An object that never leaves the process.
    case object
    /// Values that come one after the other.
    case stream
}
