extension Dialect {
    /// Moves the slash of an optional part to its front, names the wildcard, and writes the table's scheme into the
    /// pattern.
    ///
    /// A fragment with a path is matched by the handler, which has the URL.
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

    /// `/view/:id` is `/view/(?<id>[^/]+)`.
    private static func fragment(_ path: String) -> String {
        path.replacing(/:(\w+)/) { "(?<\($0.1)>[^/]+)" }.replacing(/\*$/, with: ".*")
    }

    /// Splits `myapp: /user/:id` and `(global) /user/:id`.
    static func table(of source: String) -> (scheme: String?, path: String) {
        guard let match = source.wholeMatch(of: /(?:\(global\)|([A-Za-z][\w.+-]*):)\s+(.*)/) else {
            return (nil, source)
        }
        return (match.1.map(String.init), String(match.2))
    }

    /// `/(rest/):id` is `(/rest)/:id`.
    private static func withGroups(_ path: String) -> String {
        var path = path
        while let match = path.firstMatch(of: /\/\(([^()\/][^()]*)\/\)/) {
            path.replaceSubrange(match.range, with: "(/\(match.1))/")
        }
        return path
    }

    /// `/*` at the end is `/*path?`, and a `:` without a name is `:value`.
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

    /// A first segment with a dot is the host of a web URL for an app with `alwaysTreatsHostAsPathComponent`.
    private static func hosts(_ path: String) -> [String] {
        guard path.contains(/^\/[\w-]+(\.[\w-]+)+(\/|$)/) else { return [] }
        return ["http:/\(path)", "https:/\(path)"]
    }
}
