/// The work that is done with each request.
enum Work: String, CaseIterable {
    /// Turns a `String` into the route and its decoded parameters, and reads each value.
    case decode
    /// The same; if the router needs a separate URL parser, the time includes this parser.
    case parse
}
