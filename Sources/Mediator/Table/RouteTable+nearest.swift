extension RouteTable {
    /// The routes nearest to a request's URL that its origin may ask for, best first, written as URLs of its scheme.
    ///
    /// Near means few edits between the paths; a parameter costs one edit whatever it holds, and optional groups are
    /// left out. What has little in common with the path is not near, so that there may be none. Costs the product of the two lengths for each route, so it is for messages only.
    func nearest(to request: Request, limit: Int = 3) -> [String] {
        let segments = request.url.segments
        let ranked = entries.enumerated().compactMap { number, entry -> (distance: Int, text: String)? in
            guard entry.route.verb == request.verb, entry.route.access.allows(request.origin, owner: entry.owner) else {
                return nil
            }
            let pattern = pattern(number)
            guard Self.isNear(pattern.elements, segments) else { return nil }
            let distance = Self.distance(pattern.elements, segments)
            return (distance, Self.text(pattern, like: request.url))
        }
        return ranked.sorted { ($0.distance, $0.text) < ($1.distance, $1.text) }.prefix(limit).map(\.text)
    }

    /// Whether a pattern may be what was meant by a path: a third of the text is to be edited at most, or both begin with
    /// the same word, give or take a third of it.
    static func isNear(_ elements: [PatternElement], _ segments: [String]) -> Bool {
        let length = segments.reduce(0) { $0 + $1.utf8.count }
        if distance(elements, segments) <= length / 3 { return true }
        guard case .literal(let text)? = elements.first, let first = segments.first else { return false }
        return EditDistance.between(text, first) <= max(text.utf8.count, first.utf8.count) / 3
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

    private static func text(_ pattern: RoutePattern, like url: RouteURL) -> String {
        guard pattern.scheme == nil, let scheme = url.scheme, url.host == nil else { return pattern.text }
        return scheme + ":/" + pattern.text
    }
}
