/// What an HTTP service answered.
struct HTTPAnswer: Sendable, Equatable {
    /// The status code.
    var status: Int
    /// The fields of the head, in the order in which they came.
    var headers: [HTTPHeader]
    /// The body, or `nil` where it was longer than the limit.
    var body: [UInt8]?

    /// The value of the first field of a name, which is written in lower case.
    subscript(name: String) -> String? { headers.first { $0.name == name }?.value }

    /// The `Location` of a redirect.
    var location: String? { (300..<400).contains(status) ? self["location"] : nil }

    /// Whether it refuses the question itself, such as with 403; 404 and 410 are answers, and what passes by itself is no refusal.
    var isRejection: Bool { (400..<500).contains(status) && ![404, 408, 410, 425, 429].contains(status) }

    /// The type of the body without its parameters, in lower case.
    var mediaType: String? { self["content-type"]?.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace } }

    /// Whether the body claims to be JSON.
    var isJSON: Bool { mediaType == "application/json" || mediaType?.hasSuffix("+json") == true }
}
