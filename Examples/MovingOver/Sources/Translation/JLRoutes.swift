extension Dialect {
    /// Translates a pattern: moves the slash of an optional part to the part's front, names the wildcard, and adds the
    /// table's scheme.
    ///
    /// A fragment with a path becomes a condition that the handler checks with the URL.
    static func jlRoutes(_ source: String) -> TranslatedRoute {
        let (scheme, all) = table(of: source)
        let parts = all.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let written = String(parts[0])
        var route = TranslatedRoute(source: source, patterns: [])
        if parts.count == 2 { route.condition = ".*#" + fragment(String(parts[1])) }
        let path = named(withGroups(withSlash(written)), in: &route)
        guard let scheme else {
            route.patterns = [path] + hosts(path)
            return route
        }
        route.patterns = ["\(scheme)://" + path.trimmingPrefix("/")]
        return route
    }

    /// Translates `/view/:id` to the regular expression `/view/(?<id>[^/]+)`.
    private static func fragment(_ path: String) -> String {
        path.replacing(/:(\w+)/) { "(?<\($0.1)>[^/]+)" }.replacing(/\*$/, with: ".*")
    }

    /// Splits a line such as `myapp: /user/:id` or `(global) /user/:id`.
    static func table(of source: String) -> (scheme: String?, path: String) {
        guard let match = source.wholeMatch(of: /(?:\(global\)|([A-Za-z][\w.+-]*):)\s+(.*)/) else {
            return (nil, source)
        }
        return (match.1.map(String.init), String(match.2))
    }

    /// Translates `/(rest/):id` to `(/rest)/:id`.
    private static func withGroups(_ path: String) -> String {
        var path = path
        while let match = path.firstMatch(of: /\/\(([^()\/][^()]*)\/\)/) {
            path.replaceSubrange(match.range, with: "(/\(match.1))/")
        }
        return path
    }

    /// Translates `/*` at the end to `/*path?`, and a `:` without a name to `:value`.
    private static func named(_ path: String, in route: inout TranslatedRoute) -> String {
        var names = ParameterNames(of: path)
        var path = path
        if path.hasSuffix("/*") {
            let name = names.take("path")
            path = "\(path)\(name)?"
            route.renamed[name] = "JLRouteWildcardComponents"
        }
        while let match = path.firstMatch(of: /:(?=[\/()]|$)/) {
            let name = names.take("value")
            path.replaceSubrange(match.range, with: ":\(name)")
            route.renamed[name] = ":"
        }
        return path
    }

    /// Returns web patterns if the first segment has a dot and may be a host (`alwaysTreatsHostAsPathComponent`).
    private static func hosts(_ path: String) -> [String] {
        guard path.contains(/^\/[\w-]+(\.[\w-]+)+(\/|$)/) else { return [] }
        return ["http:/\(path)", "https:/\(path)"]
    }
}
