extension RouteTable {
    /// A route that may be meant, and how far it is from what was asked for.
    typealias Neighbour = (distance: Int, text: String)

    /// The routes nearest to a request's URL that its origin may ask for, best first, written as URLs of its scheme.
    ///
    /// Near means few edits between the paths; a parameter costs one edit whatever it holds, and optional groups are
    /// left out. What has little in common with the path is not near, so that there may be none. Costs the product of the
    /// two lengths for each route, so it is for messages only.
    func neighbours(of request: Request, limit: Int) -> [Neighbour] {
        let numbers = numbers.filter { number in
            let entry = entry(number)
            return entry.route.verb == request.verb
                && entry.route.access.allows(request.origin, owner: entry.owner)
        }
        return Self.nearest(numbers.lazy.map(pattern), to: request.url, limit: limit)
    }

    /// Those of some patterns that are nearest to a URL.
    static func nearest(
        _ patterns: some Sequence<RoutePattern>, to url: RouteURL, limit: Int
    ) -> [Neighbour] {
        let segments = url.segments
        let ranked = patterns.filter { isNear($0.elements, segments) }.map { pattern -> Neighbour in
            (distance(pattern.elements, segments), text(pattern, like: url))
        }
        return Array(ranked.sorted(by: <).prefix(limit))
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
