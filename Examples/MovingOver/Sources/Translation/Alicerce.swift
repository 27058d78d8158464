extension Dialect {
    /// Translates a table: names each `*` and `**`, and writes out the meaning of an empty scheme or host.
    ///
    /// In Alicerce, `:name` precedes `*`. If the table has both, `:name` therefore gets the type `text`, which matches
    /// every value. The module declares this type as `ParameterType("text", characters: .any, length: 1...8192)`.
    static func alicerce(_ table: [String]) -> [TranslatedRoute] {
        let hasUnnamed = table.contains { $0.contains(/\/\*(\/|$)/) }
        return table.map { alicerce($0, type: hasUnnamed ? "<text>" : "") }
    }

    private static func alicerce(_ source: String, type: String) -> TranslatedRoute {
        var route = TranslatedRoute(source: source, patterns: [])
        guard let match = source.wholeMatch(of: /([^:\/]*):\/\/([^\/]*)(.*)/) else {
            route.patterns = [withSlash(path(source, type: type, in: &route))]
            return route
        }
        let (scheme, host) = (match.1.lowercased(), String(match.2))
        let path = path(String(match.3), type: type, in: &route)
        let webSchemes = scheme.isEmpty ? ["http", "https"] : [scheme].filter { ["http", "https"].contains($0) }
        if webSchemes != [scheme] { route.patterns = [forApp(scheme, host, path, in: &route)] }
        route.patterns += webSchemes.map { "\($0)://\(host.isEmpty ? "*" : host)\(path)" }
        return route
    }

    /// Returns the pattern outside the web: the host is the first segment, and an empty host matches any host or none.
    private static func forApp(
        _ scheme: String, _ host: String, _ path: String, in route: inout TranslatedRoute
    ) -> String {
        let start = scheme.isEmpty ? "" : "\(scheme)://"
        guard host.isEmpty else { return start + (scheme.isEmpty ? "/" : "") + host + path }
        var names = ParameterNames(of: path)
        let name = names.take("host")
        route.added.append(name)
        return "\(start)(/:\(name))\(path)"
    }

    private static func path(_ path: String, type: String, in route: inout TranslatedRoute) -> String {
        var names = ParameterNames(of: path)
        let segments = path.split(separator: "/").map { segment in
            switch segment {
            case "*", "**":
                let name = names.take(segment == "*" ? "any" : "rest")
                route.added.append(name)
                return (segment == "*" ? ":" : "*") + name
            case _ where segment.hasPrefix("**"): return String(segment.dropFirst())
            case _ where segment.hasPrefix(":"): return segment + type
            default: return String(segment)
            }
        }
        return segments.map { "/" + $0 }.joined()
    }
}
