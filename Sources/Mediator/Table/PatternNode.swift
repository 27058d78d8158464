/// One node of a tree of path segments; children are numbers of other nodes.
struct PatternNode: Sendable {
    var literals: [String: Int] = [:]
    var parameter: Int?
    var wildcard: Int?
    /// The number of the pattern that ends here.
    var pattern: Int?

    func child(for segment: RoutePattern.Segment) -> Int? {
        switch segment {
        case .literal(let text): literals[text]
        case .parameter: parameter
        case .wildcard: wildcard
        }
    }

    mutating func setChild(_ child: Int, for segment: RoutePattern.Segment) {
        switch segment {
        case .literal(let text): literals[text] = child
        case .parameter: parameter = child
        case .wildcard: wildcard = child
        }
    }
}
