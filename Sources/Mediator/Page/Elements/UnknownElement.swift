/// An element of a kind that this version does not know: a navigator shows a placeholder in its place.
///
/// Whoever sends kinds that hosts may be too old for gives a `fallback` along, which is shown instead.
public struct UnknownElement: Sendable, Equatable, Codable {
    /// The kind, as JSON spells it.
    public let kind: String
    /// What is read in its place.
    public let fallback: String?

    /// Stands for an element of a kind.
    public init(kind: String, fallback: String? = nil) {
        self.kind = kind
        self.fallback = fallback
    }
}
