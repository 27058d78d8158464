/// A table that finds conflicts between patterns: pairs of patterns for which no rule decides which one answers a URL.
///
/// The shape of a form is everything that its precedence depends on: its literals, the specificity of its other
/// elements, and the pattern's priority, scheme and host. Only patterns that share a shape can conflict.
struct ShapeTable: Sendable {
    /// The maximum number of patterns that may share a shape; this limit keeps the search for conflicts from being
    /// quadratic.
    static let limit = 64

    /// A form, and the hash of its shape.
    typealias Shape = (hash: Int, form: [PatternElement])

    private struct Link: Sendable {
        let hash: Int
        let number: Int32
        /// The previous link with an equal hash, or -1.
        let previous: Int32
    }

    private var links = ChunkedArray<Link>()
    /// The index of the last link with each hash, in buckets by the lowest bits of the hash: a change of a copy copies
    /// one bucket.
    private var last = [[Int: Int32]](repeating: [:], count: 256)

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

    /// Adds the shapes of the pattern with a number.
    mutating func insert(_ shapes: [Shape], _ number: Int) {
        for shape in shapes {
            let previous = last[shape.hash & 255].updateValue(Int32(links.count), forKey: shape.hash) ?? -1
            links.append(Link(hash: shape.hash, number: Int32(number), previous: previous))
        }
    }

    /// Returns the conflict between a pattern with these shapes and the earliest other pattern in the table, if any.
    ///
    /// - Parameter indexed: receives a number and returns its pattern, or `nil` if that pattern is to be ignored.
    func conflict(of number: Int, _ shapes: [Shape], among indexed: (Int) -> IndexedPattern?) -> PatternConflict? {
        var others: [Int: IndexedPattern] = [:]
        for shape in shapes {
            var next = last[shape.hash & 255][shape.hash] ?? -1
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

    /// Adds a pattern of an array; if the pattern conflicts with an earlier pattern, returns the conflict instead.
    mutating func add(_ number: Int, of patterns: [IndexedPattern]) -> PatternConflict? {
        let shapes = Self.shapes(of: patterns[number])
        let conflict = conflict(of: number, shapes) { patterns[$0] }
        if conflict == nil { insert(shapes, number) }
        return conflict
    }
}

extension PatternIndex {
    /// Returns the pairs of patterns, by array index, for which no rule decides which one answers a URL.
    ///
    /// Patterns with different priorities never conflict. A pattern with a conflict is not compared with later
    /// patterns. Each of several equal patterns therefore conflicts with the first.
    ///
    /// - Complexity: linear in the number of patterns.
    public static func conflicts(_ patterns: [IndexedPattern]) -> [PatternConflict] {
        var table = ShapeTable()
        return patterns.indices.compactMap { table.add($0, of: patterns) }
    }
}

/// The numbers of two patterns in an index for which no rule decides which one takes precedence.
@_spi(Host) public struct PatternConflict: Sendable, Equatable {
    /// The later pattern.
    public let pattern: Int
    /// The earlier pattern, or `nil` if the later pattern shares its shapes with too many earlier patterns.
    public let other: Int?
}
