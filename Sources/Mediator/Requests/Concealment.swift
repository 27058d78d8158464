/// What of a URL is not shown: the sensitive parameters of all patterns that match it.
struct Concealment: Sendable {
    /// What stands in place of a value that is not shown.
    static let mark = "***"

    /// The parameters' names.
    private(set) var names: Set<String> = []
    /// What their values are, in pieces without a slash.
    private(set) var values: [Substring] = []
    /// The same of the URLs that led to this one.
    var earlier: Set<Substring> = []

    /// Conceals some of the parameters of the URL.
    mutating func add(_ sensitive: Set<String>, _ parameters: [QueryItem]) {
        names.formUnion(sensitive)
        values += parameters.filter { sensitive.contains($0.name) }.flatMap { $0.value.split(separator: "/") }
    }

    /// Redacts more rather than less: every text that holds a part of a sensitive value. A short one of an earlier URL may
    /// be there by chance.
    func hides(_ text: String) -> Bool {
        values.contains { text.contains($0) } || earlier.contains { $0.count < 4 ? text == $0 : text.contains($0) }
    }

    private func hides(_ item: QueryItem) -> Bool { names.contains(item.name) || hides(item.value) }

    /// The URL for messages, lists and traces; as it was written where there is nothing to hide.
    func shown(_ url: RouteURL) -> String {
        if names.isEmpty, earlier.isEmpty { return url.text }
        let isHidden = url.segments.contains(where: hides) || url.query.contains(where: hides)
        guard isHidden || url.fragment.map(hides) == true else { return url.text }
        let segments = url.segments.map { hides($0) ? Self.mark : PercentEncoding.segment($0) }
        let query = url.query.map { item in
            PercentEncoding.query(item.name) + "=" + (hides(item) ? Self.mark : PercentEncoding.query(item.value))
        }
        let start = url.scheme.map { $0 + "://" + (url.host.map { $0 + "/" } ?? "") } ?? "/"
        return start + segments.joined(separator: "/") + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }
}
