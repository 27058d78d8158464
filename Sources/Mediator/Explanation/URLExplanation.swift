/// Where a URL leads, step by step, as far as it can be told without running anything.
@_spi(Host) public struct URLExplanation: Sendable {
    /// One URL that a rewrite led to.
    public struct Step: Sendable, Encodable {
        /// The URL.
        public let url: String
        /// The rewrite, its module, and the day from which on nobody should use it.
        public let by: String
    }

    /// The URLs on the way, without the one that was given.
    public let rewrites: [Step]
    /// The URL that is looked up in the end, with nothing concealed.
    public let target: String
    /// The routes and fallbacks for it, and those that are near.
    public let routes: RouteExplanation
    /// Who is asked before the route, in order, by full names.
    public let interceptors: [String]
    /// Why whoever asks may not have the answer, if so.
    public let refusal: RequestError?
}
