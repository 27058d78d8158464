/// The explanation of a URL's match: every matching pattern in order, and the nearest patterns that do not match.
@_spi(Host) public struct RouteExplanation: Sendable, Encodable {
    /// A considered pattern.
    public struct Pattern: Sendable, Encodable {
        /// The pattern in its written form.
        public let pattern: String
        /// The module of the pattern.
        public let owner: String
        /// Whether the pattern matches.
        public let matches: Bool
        /// The reason why the pattern is the best, why it comes after the previous pattern, or why it does not match.
        public internal(set) var reason: String
        /// The path parameters of a match.
        public let parameters: [QueryItem]
        /// The labels of a matching route; `nil` if there are none.
        public let labels: [RouteLabel]?
    }

    /// The URL in its given form.
    public let url: String
    /// The patterns that match, the best one first.
    public let candidates: [Pattern]
    /// The nearest patterns that do not match the URL.
    public let near: [Pattern]
}

/// The processing of a URL, step by step, as far as it is known without running module code.
@_spi(Host) public struct URLExplanation: Sendable {
    /// One rewrite of the URL.
    public struct Step: Sendable, Encodable {
        /// The URL after the rewrite.
        public let url: String
        /// The rewrite, its module, and the date from which the old URL is deprecated, as text.
        public let by: String
    }

    /// The rewrites that apply, in order.
    public let rewrites: [Step]
    /// The URL that is looked up, without redaction.
    public let target: String
    /// The matching routes and fallbacks, and the nearest other routes.
    public let routes: RouteExplanation
    /// The full names of the interceptors before the route, in order.
    public let interceptors: [String]
    /// The reason why the origin may not receive the answer, if any.
    public let refusal: RequestError?
}

extension RouteTable {
    /// Explains which routes match a URL. Takes time linear in the number of routes, unless `limit` is 0.
    ///
    /// - Parameters:
    ///   - urlRedaction: the redaction of the URL.
    ///   - limit: the maximum number of listed patterns that do not match.
    ///   - isShown: returns whether a route may be listed.
    ///   - onlyNear: whether to omit a pattern that neither matches nor resembles the URL. The time for the comparison
    ///     is limited as in `NearestPatterns`.
    func explain(
        _ url: RouteURL, redacting urlRedaction: URLRedaction = URLRedaction(), near limit: Int = 5,
        isShown: (Entry) -> Bool = { _ in true }, onlyNear: Bool = false
    ) -> RouteExplanation {
        let asked = candidates(for: url).filter { isShown($0.entry) }
        let taken = Set(asked.map(\.number))
        let candidates = asked.enumerated().map { place, candidate in
            let reason = place == 0 ? "taken" : lost(candidate, to: asked[place - 1])
            let parameters = candidate.captures.map(urlRedaction.shown)
            return explained(candidate.number, matches: true, reason: reason, parameters: parameters)
        }
        let segments = url.segments
        let length = segments.reduce(0) { $0 + $1.utf8.count }
        var work = 0
        let others = limit == 0 ? [] : numbers.filter { !taken.contains($0) && isShown(entry($0)) }
        let misses = others.compactMap { number -> (number: Int, distance: Int)? in
            work += NearestPatterns.work(for: entry(number).route.pattern, length)
            if onlyNear, work > NearestPatterns.workLimit { return nil }
            let elements = pattern(number).elements
            let distance = Self.distance(elements, segments)
            return onlyNear && !Self.isNear(elements, segments, at: distance) ? nil : (number, distance)
        }
        let nearest = misses.sorted { ($0.distance, $0.number) < ($1.distance, $1.number) }.prefix(limit)
        return RouteExplanation(
            url: urlRedaction.shown(url), candidates: candidates,
            near: nearest.map { number, _ in
                let reason = urlRedaction.shown(miss(number, url), about: segments)
                return explained(number, matches: false, reason: reason, parameters: [])
            })
    }

    private func explained(
        _ number: Int, matches: Bool, reason: String, parameters: [QueryItem]
    ) -> RouteExplanation.Pattern {
        let entry = entry(number)
        return RouteExplanation.Pattern(
            pattern: entry.route.pattern, owner: entry.owner, matches: matches, reason: reason,
            parameters: parameters,
            labels: matches && !entry.route.labels.isEmpty ? entry.route.labels : nil)
    }

    private func miss(_ number: Int, _ url: RouteURL) -> String {
        let pattern = pattern(number)
        if let scheme = pattern.scheme, scheme != url.scheme { return "it is for the scheme \(scheme)" }
        if let host = pattern.host, host != url.host { return "it is for the host \(host)" }
        if pattern.scheme == nil, let host = url.host, !ownHosts.contains(host) {
            return "it has no scheme, and \(host) is not a host of the app"
        }
        return pattern.mismatch(with: url.segments)
    }

    /// Returns the reason why a candidate comes after the previous candidate.
    private func lost(_ candidate: Candidate, to winner: Candidate) -> String {
        let (pattern, better) = (pattern(candidate.number), pattern(winner.number))
        if pattern.isForAnyHost != better.isForAnyHost { return "it is for any host" }
        if pattern.scheme != better.scheme { return "it has no scheme" }
        let (priority, other) = (candidate.entry.route.priority, winner.entry.route.priority)
        if priority != other { return "its priority \(priority) is lower than \(other)" }
        let pairs = zip(winner.ranks, candidate.ranks).enumerated()
        guard let difference = pairs.first(where: { $0.element.0 != $0.element.1 }) else {
            return "it continues with an empty wildcard"
        }
        let (first, second) = difference.element
        guard second.words == first.words else {
            return "segment \(difference.offset + 1) is \(second.words), which comes after \(first.words)"
        }
        let reason = second.affixes == first.affixes ? "has a wider type" : "has less text around it"
        return "segment \(difference.offset + 1) is \(second.words), and \(reason)"
    }
}

extension URLRedaction {
    fileprivate func shown(_ parameter: QueryItem) -> QueryItem {
        guard names.contains(parameter.name) || hides(parameter.value) else { return parameter }
        return QueryItem(name: parameter.name, value: Self.mark)
    }

    /// Redacts a sentence that may quote segments of a URL.
    fileprivate func shown(_ sentence: String, about segments: [String]) -> String {
        segments.filter(hides).reduce(sentence) { $0.replacing("\"\($1)\"", with: "\"\(Self.mark)\"") }
    }
}

extension Specificity {
    /// The number of bytes of the text around a parameter.
    fileprivate var affixes: UInt32 { value >> 8 & 0xFFFF }

    fileprivate var words: String {
        switch value >> 24 {
        case 1: "a wildcard"
        case 2: "a parameter"
        case 3: "a parameter with text around it"
        case 4: "a typed parameter"
        case 5: "a typed parameter with text around it"
        default: "a literal"
        }
    }
}
