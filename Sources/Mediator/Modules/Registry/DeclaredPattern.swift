/// A pattern that a module declares for a route, fallback, rewrite or interceptor.
struct DeclaredPattern {
    /// The name of the declaration in messages, such as `route /rent/:id`.
    let name: String
    /// The parsed pattern; `nil` for an interceptor that covers every URL, or whose pattern is invalid.
    let pattern: RoutePattern?
    let location: DeclarationSite
    var priority = 0
    var isInterceptor = false
}

extension Registration {
    /// The patterns of the module's declarations. Labels and the invalid patterns of routes and rewrites are left out.
    var declaredPatterns: [DeclaredPattern] {
        let types = types
        let parse = { (text: String) in try? RoutePattern(text, types: types) }
        var patterns = routes.compactMap { route in
            parse(route.pattern).map {
                DeclaredPattern(
                    name: "\(route.isFallback ? "fallback" : "route") \($0.text)", pattern: $0,
                    location: route.location, priority: route.priority)
            }
        }
        patterns += rewrites.compactMap { rewrite in
            parse(rewrite.pattern).map {
                DeclaredPattern(name: "rewrite \($0.text)", pattern: $0, location: rewrite.location)
            }
        }
        for interceptor in interceptors {
            let isUniversal = interceptor.patterns.isEmpty && interceptor.label == nil
            patterns += (isUniversal ? ["every URL"] : interceptor.patterns).map { text in
                DeclaredPattern(
                    name: "interceptor \(interceptor.name) on \(text)", pattern: isUniversal ? nil : parse(text),
                    location: interceptor.location, isInterceptor: true)
            }
        }
        return patterns
    }
}

extension Manifest {
    /// Returns a line for each declaration that another manifest of the same module does not contain.
    @_spi(Host) public func declarations(excluding known: Manifest) -> [String] {
        let knownRoutes = Dictionary(grouping: known.routes, by: \.pattern)
        let newRoutes = routes.filter { knownRoutes[$0.pattern]?.contains($0) != true }
        let newInterceptors = interceptors.filter { !known.interceptors.contains($0) }
        let newEvents = Set(subscriptions.map(\.event)).subtracting(known.subscriptions.map(\.event))
        return newRoutes.map { "route \($0.pattern)" } + newInterceptors.map { "interceptor \($0.name)" }
            + rewrites.filter { !known.rewrites.contains($0) }.map { "rewrite \($0.pattern)" }
            + types.filter { !known.types.contains($0) }.map { "type \($0.name)" }
            + newEvents.sorted().map { "subscription to \($0)" }
    }

    /// Returns a line for each interceptor, and each route with a priority, that may get other modules' requests.
    @_spi(Host) public func coverage(of others: [(name: String, manifest: Manifest)]) -> [String] {
        let foreign = others.flatMap { other in
            other.manifest.registration(of: other.name).declaredPatterns.filter { !$0.isInterceptor }
                .map { (other.name, $0) }
        }
        return registration(of: "").declaredPatterns.filter { $0.isInterceptor || $0.priority > 0 }.compactMap { own in
            let covered = foreign.filter { own.covers($1) }.map { "\($0)'s \($1.name)" }
            let rest = covered.count > Self.namedCount ? " and \(covered.count - Self.namedCount) more" : ""
            let named = covered.prefix(Self.namedCount).joined(separator: ", ")
            return covered.isEmpty ? nil : "\(own.name) covers \(named)\(rest)"
        }
    }

    private static let namedCount = 10
}

extension DeclaredPattern {
    /// Returns whether a request for another declaration's pattern may reach this declaration first.
    fileprivate func covers(_ other: DeclaredPattern) -> Bool {
        guard let pattern, let otherPattern = other.pattern else { return pattern == nil }
        return (isInterceptor || priority > other.priority) && pattern.overlaps(otherPattern)
    }
}
