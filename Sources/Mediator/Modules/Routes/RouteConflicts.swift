/// The search for routes that mean the same URLs as those of another module.
///
/// The routes of manifests were compared with one another when the manifests were found. If a module registers the
/// routes of its manifest, they are compared again only with routes of no manifest; other routes are compared with all.
struct RouteConflicts: Sendable {
    /// The modules that have registered routes of no manifest.
    private(set) var undeclared: Set<String> = []
    /// The shapes of the registered routes, and the places of those whose shapes no comparison needed yet.
    private var shapes = ShapeTable()
    private var unshaped: [Int] = []

    /// Whether routes of a manifest need a comparison.
    var concernDeclared: Bool { !undeclared.isEmpty }

    /// Adds the routes of a manifest, which registered at some places.
    mutating func add(declared places: Range<Int>) { unshaped += places }

    /// Adds routes of no manifest, which registered from a place on.
    mutating func add(_ patterns: [IndexedPattern], from place: Int, of owner: String) {
        undeclared.insert(owner)
        for (number, pattern) in zip(place..., patterns) { shapes.insert(ShapeTable.shapes(of: pattern), number) }
    }

    /// Notes that the registered routes of some modules are in no manifest any more.
    mutating func declareNone(of owners: some Sequence<String>) { undeclared = Set(owners) }

    /// Notes that a module has no registered routes; their shapes stay, without patterns.
    mutating func remove(_ owner: String) { undeclared.remove(owner) }

    /// Returns the conflicts of patterns with registered ones, and with those at some further places.
    ///
    /// - Parameter pattern: returns the pattern at a place, or `nil` for a route that was removed.
    mutating func search(
        _ patterns: [IndexedPattern], besides places: some Sequence<Int>, _ pattern: (Int) -> IndexedPattern?
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
