/// Why a URL goes where it goes: every pattern that matches, in order, and the nearest that do not.
@_spi(Host) public struct RouteExplanation: Sendable, Encodable {
    /// A pattern that was looked at.
    public struct Candidate: Sendable, Encodable {
        /// The pattern as its author wrote it.
        public let pattern: String
        /// Whose it is.
        public let owner: String
        /// Whether it matches.
        public let matches: Bool
        /// Why it was taken, why it lost to the one before it, or where it stops matching.
        public let reason: String
        /// The path parameters, for one that matches.
        public let parameters: [Parameter]
    }

    /// A parameter's name and decoded value.
    public struct Parameter: Sendable, Encodable {
        /// The name.
        public let name: String
        /// The decoded value.
        public let value: String
    }

    /// The URL as it was given.
    public let url: String
    /// The patterns that match, the one that is taken first.
    public let candidates: [Candidate]
    /// The patterns that do not match and are nearest to the URL.
    public let near: [Candidate]
}
