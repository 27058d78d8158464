/// A slow and obviously correct matcher, which is the oracle for the fast one.
///
/// It expands every optional group, splits patterns and paths into segments, and compares them one by one. It supports
/// the subset of the language that random tables use.
struct SlowMatcher {
    /// One segment of an expanded pattern.
    enum Segment: Equatable {
        case literal(String)
        case parameter(prefix: String, type: String, suffix: String)
        case wildcard(allowsNone: Bool)
    }

    struct Match: Equatable {
        let number: Int
        let ranks: [Int]
        let values: [String]
    }

    let patterns: [[[Segment]]]

    init(_ patterns: [String]) { self.patterns = patterns.map(Self.expansions) }

    /// Returns the patterns that match, the most specific first, and equally specific patterns by number.
    func matches(_ segments: [String]) -> [Match] {
        let found = patterns.enumerated().compactMap { number, expansions in
            expansions.compactMap { Self.match($0, segments) }.min { Self.precedes($0.ranks, $1.ranks) ?? false }.map {
                Match(number: number, ranks: $0.ranks, values: $0.values)
            }
        }
        return found.sorted { Self.precedes($0.ranks, $1.ranks) ?? ($0.number < $1.number) }
    }

    /// Whether ranks precede others; `nil` if they are equal.
    private static func precedes(_ ranks: [Int], _ others: [Int]) -> Bool? {
        for (rank, other) in zip(ranks, others) where rank != other { return rank > other }
        return ranks.count == others.count ? nil : ranks.count < others.count
    }

    private static func match(_ pattern: [Segment], _ path: [String]) -> (ranks: [Int], values: [String])? {
        guard let first = pattern.first else { return path.isEmpty ? ([], []) : nil }
        if case .wildcard(let allowsNone) = first {
            return path.isEmpty && !allowsNone ? nil : ([1], [path.joined(separator: "/")])
        }
        guard let segment = path.first, let rest = match(Array(pattern.dropFirst()), Array(path.dropFirst())) else {
            return nil
        }
        switch first {
        case .literal(let text): return text == segment ? ([1000] + rest.ranks, rest.values) : nil
        case .parameter(let prefix, let type, let suffix):
            guard segment.hasPrefix(prefix), segment.hasSuffix(suffix), segment.count > prefix.count + suffix.count
            else {
                return nil
            }
            let value = String(segment.dropFirst(prefix.count).dropLast(suffix.count))
            guard accepts(type, value) else { return nil }
            return ([rank(prefix, type, suffix)] + rest.ranks, [value] + rest.values)
        case .wildcard: return nil
        }
    }

    private static func rank(_ prefix: String, _ type: String, _ suffix: String) -> Int {
        let affixes = prefix.count + suffix.count
        switch type {
        case "": return affixes == 0 ? 10 : 20 + affixes
        case "int": return (affixes == 0 ? 104 : 204) + affixes * 10
        default: return (affixes == 0 ? 107 : 207) + affixes * 10
        }
    }

    private static func accepts(_ type: String, _ value: String) -> Bool {
        switch type {
        case "": true
        case "int": Int(value) != nil
        default: ["a", "b", "1"].contains(value)
        }
    }

    /// Returns the pattern with each group included and left out, in the order in which they are tried.
    static func expansions(_ pattern: String) -> [[Segment]] {
        guard let open = pattern.firstIndex(of: "(") else { return [segments(pattern)] }
        var depth = 0
        var close = open
        for index in pattern[open...].indices where "()".contains(pattern[index]) {
            depth += pattern[index] == "(" ? 1 : -1
            close = index
            if depth == 0 { break }
        }
        let before = pattern[..<open]
        let inside = pattern[pattern.index(after: open)..<close]
        let behind = pattern[pattern.index(after: close)...]
        return expansions(String(before + inside + behind)) + expansions(String(before + behind))
    }

    private static func segments(_ pattern: String) -> [Segment] {
        pattern.split(separator: "/").map { part in
            if part.hasPrefix("*") { return .wildcard(allowsNone: part.hasSuffix("?")) }
            guard let colon = part.firstIndex(of: ":") else { return .literal(String(part)) }
            let name = part[part.index(after: colon)...]
            let rest = name.drop { $0.isLetter || $0.isNumber }
            let type = rest.hasPrefix("<") ? String(rest.dropFirst().prefix { $0 != ">" }) : ""
            let suffix = type.isEmpty ? String(rest) : String(rest.dropFirst(type.count + 2))
            return .parameter(prefix: String(part[..<colon]), type: type, suffix: suffix)
        }
    }
}
