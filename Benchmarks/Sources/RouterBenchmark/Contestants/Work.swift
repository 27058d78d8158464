/// What is done with each request.
enum Work: String {
    /// The bare look-up: the bytes of a path in, the route and the number of its parameters out.
    case lookUp
    /// A `String` in, the route and its decoded parameters out, each value read.
    case decode
    /// The same for a router that leaves the URL to a parser in front of it, which is counted too.
    case parse
}
