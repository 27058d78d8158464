extension Request {
    /// What stands in place of a value that is not shown.
    static let redacted = "***"

    /// The URL with the values of sensitive parameters redacted, for messages, lists and traces.
    public var shownURL: String {
        sensitiveParameters.isEmpty ? url.text : redactedURL
    }

    /// Redacts more rather than less: every segment that holds a part of a sensitive value.
    private var redactedURL: String {
        let secrets = parameters.path.filter { sensitiveParameters.contains($0.name) }
            .flatMap { $0.value.split(separator: "/") }
        let segments = url.segments.map { segment in
            secrets.contains { segment.contains($0) } ? Self.redacted : PercentEncoding.segment(segment)
        }
        let query = url.query.map { item in
            let isSecret = sensitiveParameters.contains(item.name)
            return PercentEncoding.query(item.name) + "="
                + (isSecret ? Self.redacted : PercentEncoding.query(item.value))
        }
        let start = url.scheme.map { $0 + "://" + (url.host.map { $0 + "/" } ?? "") } ?? "/"
        return start + segments.joined(separator: "/") + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }
}
