extension RouteTable {
    /// The routes nearest to a request's URL that its origin may ask for, best first, written as URLs of its scheme.
    ///
    /// Near means few edits between the paths; a parameter costs one edit whatever it holds. Costs the product of the
    /// two lengths for each route, so it is for messages only.
    func nearest(to request: Request, limit: Int = 3) -> [String] {
        let allowed = entries.filter {
            $0.route.verb == request.verb && $0.route.access.allows(request.origin, owner: $0.owner)
        }
        let ranked = allowed.map { entry in
            (
                distance: Self.distance(entry.pattern, request.url.segments),
                text: Self.text(entry.pattern, like: request.url)
            )
        }
        return ranked.sorted { ($0.distance, $0.text) < ($1.distance, $1.text) }.prefix(limit).map(\.text)
    }

    private static func distance(_ pattern: RoutePattern, _ segments: [String]) -> Int {
        let common = zip(pattern.segments, segments).reduce(0) { total, pair in
            switch pair.0 {
            case .literal(let text): total + EditDistance.between(text, pair.1)
            case .parameter, .wildcard: total + 1
            }
        }
        let missing = pattern.segments.dropFirst(segments.count).reduce(0) { total, segment in
            if case .literal(let text) = segment { total + text.utf8.count + 1 } else { total + 2 }
        }
        let extra = segments.dropFirst(pattern.segments.count).reduce(0) { $0 + $1.utf8.count + 1 }
        return common + missing + extra
    }

    private static func text(_ pattern: RoutePattern, like url: RouteURL) -> String {
        guard pattern.scheme == nil, let scheme = url.scheme, url.host == nil else { return pattern.text }
        return scheme + ":/" + pattern.text
    }
}
