/// What of a URL is not shown: the sensitive parameters of the routes that it was given to.
struct Concealment: Sendable {
    /// What stands in place of a value that is not shown.
    static let mark = "***"

    /// The parameters' names.
    private(set) var names: Set<String> = []
    /// What their values are in the path.
    private(set) var values: [Substring] = []

    var isEmpty: Bool { names.isEmpty }

    /// Conceals the sensitive parameters of one route more.
    mutating func add(_ match: RouteMatch) { add(match.entry.route.sensitiveParameters, match.captures) }

    /// Conceals some of the parameters that a route captured.
    mutating func add(_ sensitive: Set<String>, _ captures: [QueryItem]) {
        guard !sensitive.isEmpty else { return }
        names.formUnion(sensitive)
        values += captures.filter { sensitive.contains($0.name) }.flatMap { $0.value.split(separator: "/") }
    }

    /// Conceals what another concealment does too.
    mutating func add(_ other: Concealment) {
        names.formUnion(other.names)
        values += other.values
    }

    /// Redacts more rather than less: every segment that holds a part of a sensitive value.
    func hides(segment: String) -> Bool { values.contains { segment.contains($0) } }

    /// The URL for messages, lists and traces.
    func shown(_ url: RouteURL) -> String {
        guard !isEmpty else { return url.text }
        let segments = url.segments.map { hides(segment: $0) ? Self.mark : PercentEncoding.segment($0) }
        let query = url.query.map { item in
            PercentEncoding.query(item.name) + "="
                + (names.contains(item.name) ? Self.mark : PercentEncoding.query(item.value))
        }
        let start = url.scheme.map { $0 + "://" + (url.host.map { $0 + "/" } ?? "") } ?? "/"
        return start + segments.joined(separator: "/") + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }
}

extension Registry {
    /// What is not to be shown of a URL, by all routes that match it.
    func concealment(of url: RouteURL) -> Concealment {
        var concealment = Concealment()
        for match in routes.candidates(url) + fallbacks.candidates(url) { concealment.add(match) }
        dormant.conceal(url, in: &concealment)
        return concealment
    }

    /// A URL for messages and traces, without the values that the routes which match it keep to themselves.
    ///
    /// What a rewrite hands on to such a route is not shown before it either.
    func shown(_ text: String) -> String {
        guard let url = try? RouteURL(text) else { return text }
        var concealment = concealment(of: url)
        var next = rewritten(url)
        for _ in 0..<Mediation.stepLimit {
            guard let target = next else { break }
            concealment.add(self.concealment(of: target))
            next = rewritten(target)
        }
        return concealment.shown(url)
    }

    /// Where a rewrite leads from a URL, if one does.
    private func rewritten(_ url: RouteURL) -> RouteURL? {
        rewrites.match(url).flatMap { rewrite, match in try? RouteURL(try rewrite.target(of: match, url: url)) }
    }
}
