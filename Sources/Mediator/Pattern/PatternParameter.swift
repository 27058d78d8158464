/// A parameter of a pattern, with the literal text that stands around it in its segment: `v:major<uint>.json`.
struct PatternParameter: Sendable, Hashable {
    let name: String
    /// What it may be, or `nil` for any segment that is not empty.
    var type: ParameterType?
    /// The decoded text before it.
    var prefix = ""
    /// The decoded text behind it.
    var suffix = ""

    /// Whether the segment is nothing but the parameter, of any kind.
    var isPlain: Bool { type == nil && prefix.isEmpty && suffix.isEmpty }
}
