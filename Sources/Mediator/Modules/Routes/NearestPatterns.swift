extension RouteTable {
    /// Returns the patterns of the routes that an origin may request with a verb, or with any verb if `verb` is `nil`.
    /// The first patterns are kept; each further one is parsed when the caller reads it.
    func patterns(allowing origin: Origin, verb: Request.Verb?) -> some Sequence<RoutePattern> {
        let kept = keptPatterns
        return numbers.lazy.filter { number in
            let entry = entry(number)
            return verb.map { $0 == entry.route.verb } ?? true
                && entry.route.access.allows(origin, owner: entry.owner)
        }.map { kept[$0] ?? pattern($0) }
    }

    /// Returns whether a path may be a mistyped form of a pattern at a distance: at most a third of the path's text
    /// differs, or at most a third of its first segment.
    static func isNear(_ elements: [PatternElement], _ segments: [String], at distance: Int) -> Bool {
        let length = segments.reduce(0) { $0 + $1.utf8.count }
        if distance <= length / 3 { return true }
        guard case .literal(let text)? = elements.first, let first = segments.first else { return false }
        let longer = max(text.utf8.count, first.utf8.count)
        let shorter = min(text.utf8.count, first.utf8.count)
        return longer - shorter <= longer / 3 && EditDistance.between(text, first) <= longer / 3
    }

    fileprivate static func text(_ pattern: RoutePattern, like url: RouteURL) -> String {
        guard pattern.scheme == nil, let scheme = url.scheme, url.host == nil else { return pattern.text }
        return scheme + ":/" + pattern.text
    }

    static func distance(_ elements: [PatternElement], _ segments: [String]) -> Int {
        let needed = elements.filter { if case .group = $0 { false } else { true } }
        let common = zip(needed, segments).reduce(0) { total, pair in
            if case .literal(let text) = pair.0 { return total + EditDistance.between(text, pair.1) }
            return total + 1
        }
        let missing = needed.dropFirst(segments.count).reduce(0) { total, element in
            if case .literal(let text) = element { total + text.utf8.count + 1 } else { total + 2 }
        }
        let extra = segments.dropFirst(needed.count).reduce(0) { $0 + $1.utf8.count + 1 }
        return common + missing + extra
    }
}

/// A search for the patterns that a mistyped URL may mean. Its work is limited.
///
/// A pattern is near if few edits turn the path into a path that matches. A parameter costs one edit for any value, and
/// optional groups are ignored. The result may be empty.
struct NearestPatterns {
    /// The maximum number of byte comparisons for all patterns together, which take some tens of milliseconds.
    static let workLimit = 20_000_000
    private static let patternWork = 1_000

    private let url: RouteURL
    private let segments: [String]
    private let length: Int
    private(set) var work = 0
    private var found: [(distance: Int, text: String)] = []

    init(to url: RouteURL) {
        self.url = url
        segments = url.segments
        length = segments.reduce(0) { $0 + $1.utf8.count }
    }

    static func work(for pattern: String, _ length: Int) -> Int { patternWork + 2 * pattern.utf8.count * length }

    /// Searches patterns until the work reaches its limit.
    mutating func add(_ patterns: some Sequence<RoutePattern>) {
        for pattern in patterns {
            work += Self.work(for: pattern.text, length)
            guard work <= Self.workLimit else { return }
            let distance = RouteTable.distance(pattern.elements, segments)
            guard RouteTable.isNear(pattern.elements, segments, at: distance) else { continue }
            found.append((distance, RouteTable.text(pattern, like: url)))
        }
    }

    /// Returns the nearest patterns, the nearest first, written like the URL: a pattern without a scheme gets the URL's
    /// scheme.
    func nearest(_ limit: Int) -> [String] { found.sorted(by: <).prefix(limit).map(\.text) }
}
