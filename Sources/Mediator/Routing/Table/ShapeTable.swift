/// A table of patterns by the shapes of their forms, which finds the conflicts of another pattern.
///
/// Only patterns with a shape in common are compared. Other priorities, schemes or hosts never conflict.
struct ShapeTable: Sendable {
    /// The maximum number of patterns that share a shape, so that the search for conflicts is never quadratic.
    static let limit = 64

    /// A form with the hash of its shape.
    typealias Shape = (hash: Int, form: [PatternElement])

    private struct Link {
        let hash: Int
        let number: Int32
        /// The previous link with an equal hash, or -1.
        let previous: Int32
    }

    private var links: [Link] = []
    /// The last link of each hash.
    private var last: [Int: Int32] = [:]

    /// Returns the shapes of a pattern's forms.
    static func shapes(of indexed: IndexedPattern) -> [Shape] {
        var start = Hasher()
        start.combine(indexed.priority)
        start.combine(indexed.pattern.scheme)
        start.combine(indexed.pattern.host)
        return indexed.pattern.forms.map { form in
            var hasher = start
            for element in form {
                hasher.combine(Specificity(element))
                if case .literal(let text) = element { hasher.combine(text) }
            }
            return (hasher.finalize(), form)
        }
    }

    /// Adds the shapes of a pattern with its number.
    mutating func insert(_ shapes: [Shape], _ number: Int) {
        for shape in shapes {
            let previous = last.updateValue(Int32(links.count), forKey: shape.hash) ?? -1
            links.append(Link(hash: shape.hash, number: Int32(number), previous: previous))
        }
    }

    /// Returns the conflict of a pattern, by its shapes, with the earliest other pattern, or `nil` if there is none.
    ///
    /// - Parameter indexed: returns the pattern of a number, or `nil` for a pattern that is ignored.
    func conflict(of number: Int, _ shapes: [Shape], among indexed: (Int) -> IndexedPattern?) -> PatternConflict? {
        var others: [Int: IndexedPattern] = [:]
        for shape in shapes {
            var next = last[shape.hash] ?? -1
            while next >= 0 {
                let link = links[Int(next)]
                others[Int(link.number)] = indexed(Int(link.number))
                if others.count > Self.limit { return PatternConflict(pattern: number, other: nil) }
                next = link.previous
            }
        }
        return others.sorted { $0.key < $1.key }.first { Self.areUndecided(shapes, Self.shapes(of: $0.value)) }
            .map { PatternConflict(pattern: number, other: $0.key) }
    }

    private static func areUndecided(_ shapes: [Shape], _ others: [Shape]) -> Bool {
        shapes.contains { shape in
            others.contains { $0.hash == shape.hash && $0.form.isUndecided(beside: shape.form) }
        }
    }

    /// Adds a pattern of an array, or returns its conflict with an earlier pattern.
    mutating func add(_ number: Int, of patterns: [IndexedPattern]) -> PatternConflict? {
        let shapes = Self.shapes(of: patterns[number])
        let conflict = conflict(of: number, shapes) { patterns[$0] }
        if conflict == nil { insert(shapes, number) }
        return conflict
    }
}

extension PatternIndex {
    /// Returns the pairs of patterns for which no rule decides which one answers a URL, by their indexes in the array.
    ///
    /// Different priorities decide. Only new patterns, from `start` on, are considered. A pattern in conflict is not
    /// compared with later patterns, so that equal patterns are one group.
    ///
    /// - Complexity: linear in the number of patterns.
    public static func conflicts(_ patterns: [IndexedPattern], from start: Int = 0) -> [PatternConflict] {
        var table = ShapeTable()
        for number in 0..<start { table.insert(ShapeTable.shapes(of: patterns[number]), number) }
        return (start..<patterns.count).compactMap { table.add($0, of: patterns) }
    }
}

/// Two patterns without a rule for their precedence, by their numbers in the index.
@_spi(Host) public struct PatternConflict: Sendable, Equatable {
    /// The later pattern.
    public let pattern: Int
    /// The earlier pattern, or `nil` if the later pattern shares its shapes with too many earlier patterns.
    public let other: Int?
}
