/// What an HTTP service answered.
struct HTTPAnswer: Sendable, Equatable {
    /// The status code.
    var status: Int
    /// The `Location` of a redirect.
    var location: String?
    /// The type of the body without its parameters, in lower case.
    var mediaType: String?
    /// The body, or `nil` where it was longer than the limit.
    var body: [UInt8]?

    /// Whether the body claims to be JSON.
    var isJSON: Bool { mediaType == "application/json" || mediaType?.hasSuffix("+json") == true }
}
