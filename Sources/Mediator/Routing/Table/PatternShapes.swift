/// The shapes that a pattern can have, with and without each of its optional groups, as hashes.
///
/// Two patterns in conflict have a shape in common, so that only such patterns need a comparison.
struct PatternShapes {
    /// The greatest number of distinguished shapes; a pattern with more of them, which has more than eight groups, is
    /// compared with all.
    private static let limit = 256

    /// The hashes, each once; `nil` if there are too many.
    let hashes: Set<Int>?

    /// Creates the shapes of a pattern with its priority, because different priorities never conflict.
    init(_ indexed: IndexedPattern) {
        var start = Hasher()
        start.combine(indexed.priority)
        start.combine(indexed.pattern.scheme)
        start.combine(indexed.pattern.host)
        var forms = [start]
        hashes = Self.extend(&forms, by: indexed.pattern.elements) ? Set(forms.map { $0.finalize() }) : nil
    }

    /// Extends the forms by an element; returns whether their number is within the limit.
    private static func extend(_ forms: inout [Hasher], by elements: [PatternElement]) -> Bool {
        for element in elements {
            if case .group(let inner) = element {
                var others = forms
                guard extend(&others, by: inner) else { return false }
                forms += others
            } else {
                for place in forms.indices { element.hashShape(into: &forms[place]) }
            }
            if forms.count > limit { return false }
        }
        return true
    }
}

extension PatternElement {
    /// Hashes the common part of two elements that are equally specific for some segment.
    fileprivate func hashShape(into hasher: inout Hasher) {
        switch self {
        case .literal(let text):
            hasher.combine(Specificity.literal)
            hasher.combine(text)
        case .parameter(let parameter): hasher.combine(Specificity(parameter))
        case .wildcard: hasher.combine(Specificity.wildcard)
        case .group: break
        }
    }
}

/// A table of patterns by their shapes, which finds candidates for a conflict with another pattern.
struct ShapeTable: Sendable {
    private struct Link {
        let hash: Int
        let number: Int32
        /// The previous link with an equal hash, or -1.
        let previous: Int32
    }

    private var links: [Link] = []
    /// The last link of each hash.
    private var last: [Int: Int32] = [:]
    /// The patterns with too many shapes.
    private var wide: [Int] = []
    private(set) var count = 0

    /// Adds a pattern, whose number is the count of earlier ones.
    mutating func insert(_ shapes: PatternShapes) {
        if let hashes = shapes.hashes {
            for hash in hashes { insert(hash, count) }
        } else {
            wide.append(count)
        }
        count += 1
    }

    /// Adds the patterns of another table that have a number here, up to a count.
    mutating func append(_ other: ShapeTable, numbers: [Int?], count: Int) {
        for link in other.links {
            if let number = numbers[Int(link.number)] { insert(link.hash, number) }
        }
        wide += other.wide.compactMap { numbers[$0] }
        self.count += count
    }

    private mutating func insert(_ hash: Int, _ number: Int) {
        let previous = last.updateValue(Int32(links.count), forKey: hash) ?? -1
        links.append(Link(hash: hash, number: Int32(number), previous: previous))
    }

    /// Returns the numbers of the patterns that share a shape with another pattern, each once and in order.
    func suspects(_ shapes: PatternShapes) -> [Int] {
        guard let hashes = shapes.hashes else { return Array(0..<count) }
        var numbers = wide
        for hash in hashes {
            var next = last[hash] ?? -1
            while next >= 0 {
                numbers.append(Int(links[Int(next)].number))
                next = links[Int(next)].previous
            }
        }
        return numbers.count < 2 ? numbers : Set(numbers).sorted()
    }
}
