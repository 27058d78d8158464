/// The work that is done with each request.
enum Work: String, CaseIterable {
    /// Turns a `String` into the route and its decoded parameters, and reads each value.
    case decode
    /// The same, for a router that needs a separate URL parser, which is included in the time.
    case parse
}
