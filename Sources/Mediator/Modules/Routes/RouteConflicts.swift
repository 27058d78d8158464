/// A search for routes that match the same URLs as routes of other modules.
///
/// The routes of manifests are compared with each other when the manifests are found. When a module registers the
/// routes of its manifest, these routes are compared again only with routes outside manifests. Routes outside manifests
/// are compared with all routes.
struct RouteConflicts: Sendable {
    /// The modules that have registered routes outside manifests.
    private(set) var undeclared: Set<String> = []
    /// The shapes of the registered routes. `unshaped` has the places of the routes whose shapes are not computed yet.
    private var shapes = ShapeTable()
    private var unshaped: [Int] = []

    /// Whether the routes of a manifest need a comparison when their module registers them.
    var concernDeclared: Bool { !undeclared.isEmpty }

    /// Adds the registered routes of a manifest; `places` are their places in the table of routes.
    mutating func add(declared places: Range<Int>) { unshaped += places }

    /// Adds registered routes outside manifests; `place` is the place of the first one.
    mutating func add(_ patterns: [IndexedPattern], from place: Int, of owner: String) {
        undeclared.insert(owner)
        for (number, pattern) in zip(place..., patterns) { shapes.insert(ShapeTable.shapes(of: pattern), number) }
    }

    /// Records that exactly these modules have registered routes outside manifests.
    mutating func declareNone(of owners: some Sequence<String>) { undeclared = Set(owners) }

    /// Records that a module no longer has registered routes. The routes' shapes remain, but have no patterns any more.
    mutating func remove(_ owner: String) { undeclared.remove(owner) }

    /// Returns the conflicts of patterns with the registered patterns, and with the patterns at additional places.
    ///
    /// - Parameter pattern: returns the pattern at a place; `nil` for a removed route.
    mutating func search(
        _ patterns: [IndexedPattern], and places: some Sequence<Int>, _ pattern: (Int) -> IndexedPattern?
    ) -> [PatternConflict] {
        Self.insert(unshaped, pattern, into: &shapes)
        unshaped = []
        var known = shapes
        Self.insert(places, pattern, into: &known)
        return patterns.enumerated().compactMap { known.conflict(of: $0, ShapeTable.shapes(of: $1), among: pattern) }
    }

    private static func insert(
        _ places: some Sequence<Int>, _ pattern: (Int) -> IndexedPattern?, into shapes: inout ShapeTable
    ) {
        for place in places { if let indexed = pattern(place) { shapes.insert(ShapeTable.shapes(of: indexed), place) } }
    }
}
