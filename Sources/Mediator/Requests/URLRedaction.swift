/// The redaction of one URL: the names and values of the sensitive parameters of all patterns that match the URL.
struct URLRedaction: Sendable {
    /// The text that replaces a redacted value.
    static let mark = "***"

    private(set) var names: Set<String> = []
    /// The values of the parameters, split at slashes.
    private(set) var values: [Substring] = []
    /// The sensitive values of the URLs that led to this URL, for example by a redirect.
    var earlier: Set<Substring> = []

    mutating func add(_ sensitive: Set<String>, _ parameters: [QueryItem]) {
        names.formUnion(sensitive)
        for text in parameters.filter({ sensitive.contains($0.name) }).map(\.value) {
            // The text of a wildcard has escapes, which the segments of the URL do not have.
            let segments = PercentEncoding.segments(ofRest: text)
            values += ([text] + segments).flatMap { $0.split(separator: "/") }
        }
    }

    /// Returns whether a text contains a sensitive value.
    ///
    /// An earlier URL's value of fewer than four characters counts only if it is the whole text.
    func hides(_ text: String) -> Bool {
        values.contains { text.contains($0) } || earlier.contains { $0.count < 4 ? text == $0 : text.contains($0) }
    }

    private func hides(_ item: QueryItem) -> Bool { names.contains(item.name) || hides(item.value) }

    /// Returns the URL for messages, lists and traces; unchanged if it contains no sensitive value.
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
