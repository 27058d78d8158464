/// The forms that a pattern can take, with each of its optional groups and without it, as hashes.
///
/// Two patterns between which nothing decides have a form in common, so that only such patterns need be compared.
struct PatternShapes {
    /// How many forms are told apart; a pattern with more of them, which has more than eight groups, is compared with all.
    private static let limit = 256

    /// The hashes, each once; `nil` where there are too many.
    let hashes: Set<Int>?

    /// The forms of a pattern of a priority: different ones are decided.
    init(_ indexed: IndexedPattern) {
        var start = Hasher()
        start.combine(indexed.priority)
        start.combine(indexed.pattern.scheme)
        start.combine(indexed.pattern.host)
        var forms = [start]
        hashes = Self.extend(&forms, by: indexed.pattern.elements) ? Set(forms.map { $0.finalize() }) : nil
    }

    /// Whether there are not too many forms.
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
    /// Hashes what two elements have in common that are equally specific for some segment.
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

/// Patterns by their forms, to find those that another pattern may be in conflict with.
struct ShapeTable: Sendable {
    private struct Link {
        let hash: Int
        let number: Int32
        /// The link before it with the same hash, or -1.
        let previous: Int32
    }

    private var links: [Link] = []
    /// The last link of each hash.
    private var last: [Int: Int32] = [:]
    /// The patterns with too many forms.
    private var wide: [Int] = []
    private(set) var count = 0

    /// Adds a pattern, whose number is how many were added before.
    mutating func insert(_ shapes: PatternShapes) {
        if let hashes = shapes.hashes {
            for hash in hashes { insert(hash, count) }
        } else {
            wide.append(count)
        }
        count += 1
    }

    /// Adds those patterns of another table that have a number here, so many of them.
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

    /// The numbers of the patterns that have a form in common with another one, each once and in order.
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
