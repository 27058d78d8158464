/// What is done with each request.
enum Work: String, CaseIterable {
    /// A `String` in, the route and its decoded parameters out, each value read.
    case decode
    /// The same for a router that leaves the URL to a parser in front of it, which is counted too.
    case parse
}
