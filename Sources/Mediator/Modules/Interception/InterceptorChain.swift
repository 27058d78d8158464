/// All interceptors in the order of their calls.
///
/// Interceptors without a declared order are sorted by full name. The order therefore does not depend on the order of
/// registration.
final class InterceptorChain: Sendable {
    /// An interceptor's index in `interceptors`, and the parameters that the interceptor's pattern captures.
    private typealias Place = (place: Int, parameters: [QueryItem])

    /// The interceptors in the order of their calls.
    let interceptors: [InstalledInterceptor]
    private let universal: [CoveringInterceptor]
    /// The interceptors that cover every URL, as places without parameters.
    private let everywhere: [Place]
    private let hasPatterns: Bool
    private let ownHosts: Set<String>
    /// An index of all patterns, and for each pattern the place of its interceptor; built at the first request.
    private let frozen = Lazy<(patterns: PatternIndex, places: [Int])>()
    /// For each label: the places of the interceptors that cover the routes with the label.
    private let labelled: [String: [Int]]

    convenience init() { self.init(ordered: [], ownHosts: []) }

    /// Sorts interceptors into the order of their calls; `ownHosts` are the web hosts of the app.
    /// - Throws: `RegistrationFault.interceptorCycle` if the declared order has a cycle.
    convenience init(_ unordered: [InstalledInterceptor], ownHosts: Set<String>) throws(RegistrationFault) {
        self.init(ordered: try InterceptorOrder(unordered).ordered(), ownHosts: ownHosts)
    }

    init(ordered: [InstalledInterceptor], ownHosts: Set<String>) {
        interceptors = ordered
        everywhere = ordered.indices.filter { ordered[$0].isUniversal }.map { ($0, []) }
        universal = everywhere.map { CoveringInterceptor(installed: ordered[$0.place], parameters: []) }
        hasPatterns = !ordered.allSatisfy(\.patterns.isEmpty)
        self.ownHosts = ownHosts
        let labels = ordered.enumerated().compactMap { place, installed in
            installed.interceptor.label.map { ($0, [place]) }
        }
        labelled = Dictionary(labels, uniquingKeysWith: +)
    }

    /// Returns the interceptors that cover a URL or one of its route's labels, in order.
    func covering(_ url: RouteURL, labels: [RouteLabel] = []) -> [CoveringInterceptor] {
        let matching = hasPatterns ? places(for: url) : []
        let places = labels.isEmpty ? matching : matching + self.places(for: labels)
        return places.isEmpty ? universal : inOrder(places + everywhere)
    }

    /// Returns the interceptors that cover at least one of the labels, in order.
    func covering(_ labels: [RouteLabel]) -> [CoveringInterceptor] { inOrder(places(for: labels)) }

    /// Returns the places of the interceptors whose patterns match a URL, the most specific pattern first.
    private func places(for url: RouteURL) -> [Place] {
        let (patterns, places) = frozen.value {
            let pairs = interceptors.enumerated().flatMap { place, interceptor in
                interceptor.patterns.map { (pattern: $0, place: place) }
            }
            return (PatternIndex(pairs.map(\.pattern), ownHosts: ownHosts), pairs.map(\.place))
        }
        return patterns.matches(url).map { (places[$0.number], $0.parameters) }
    }

    private func places(for labels: [RouteLabel]) -> [Place] {
        labels.flatMap { labelled[$0.name] ?? [] }.map { ($0, []) }
    }

    /// Returns each interceptor once, in order, with the parameters of its first occurrence in `places`.
    private func inOrder(_ places: [Place]) -> [CoveringInterceptor] {
        Dictionary(places.map { ($0.place, $0.parameters) }) { first, _ in first }.sorted { $0.key < $1.key }
            .map { CoveringInterceptor(installed: interceptors[$0.key], parameters: $0.value) }
    }
}

/// An interceptor chain that is built at the first request.
final class LazyInterceptorChain: Sendable {
    private let interceptors: ModuleTable<[InstalledInterceptor]>
    private let ownHosts: Set<String>
    /// The names of the interceptors that must precede, or follow, an interceptor that names them.
    private let named: (preceding: Set<String>, following: Set<String>)
    private let made = Lazy<InterceptorChain>()

    private init(
        _ interceptors: ModuleTable<[InstalledInterceptor]>, named: (preceding: Set<String>, following: Set<String>),
        ownHosts: Set<String>
    ) {
        self.interceptors = interceptors
        self.named = named
        self.ownHosts = ownHosts
    }

    /// Creates an empty chain; `ownHosts` are the web hosts of the app.
    convenience init(ownHosts: Set<String>) { self.init(ModuleTable(), named: ([], []), ownHosts: ownHosts) }

    var value: InterceptorChain {
        // Sorting cannot fail: chains with a cycle are never stored, and removing interceptors creates no cycle. If it
        // failed, no interceptor would be left out.
        made.value {
            (try? chain()) ?? InterceptorChain(ordered: interceptors.values.flatMap(\.self), ownHosts: ownHosts)
        }
    }

    private func chain() throws(RegistrationFault) -> InterceptorChain {
        try InterceptorChain(interceptors.values.flatMap(\.self), ownHosts: ownHosts)
    }

    /// Returns a chain that also has a module's interceptors. Finds cycles immediately: a new cycle has an added
    /// interceptor with one before it and one after it, so only such an interceptor makes the chain sort all.
    func adding(_ added: [InstalledInterceptor], of owner: String) throws(RegistrationFault) -> LazyInterceptorChain {
        guard !added.isEmpty else { return self }
        var named = named
        for interceptor in added {
            named.preceding.formUnion(interceptor.after)
            named.following.formUnion(interceptor.before)
        }
        let mayCloseCycle = added.contains { interceptor in
            (!interceptor.before.isEmpty || named.preceding.contains(interceptor.fullName))
                && (!interceptor.after.isEmpty || named.following.contains(interceptor.fullName))
        }
        let next = LazyInterceptorChain(interceptors.adding(added, of: owner), named: named, ownHosts: ownHosts)
        if mayCloseCycle { _ = try next.made.value { () throws(RegistrationFault) in try next.chain() } }
        return next
    }

    func removing(_ owner: String) -> LazyInterceptorChain {
        guard interceptors[owner] != nil else { return self }
        return LazyInterceptorChain(interceptors.removing(owner), named: named, ownHosts: ownHosts)
    }
}

/// A topological sort of interceptors (Kahn, 1962). Interceptors without a declared order are sorted by name.
struct InterceptorOrder {
    private let all: [String: InstalledInterceptor]
    /// For each interceptor: the registered interceptors that must precede it.
    private var needs: [String: Set<String>] = [:]

    init(_ interceptors: [InstalledInterceptor]) {
        all = Dictionary(interceptors.map { ($0.fullName, $0) }) { first, _ in first }
        for (name, interceptor) in all {
            for earlier in interceptor.after where all[earlier] != nil { needs[name, default: []].insert(earlier) }
            for later in interceptor.before where all[later] != nil { needs[later, default: []].insert(name) }
        }
    }

    func ordered() throws(RegistrationFault) -> [InstalledInterceptor] {
        var followers: [String: [String]] = [:]
        for (name, earlier) in needs { for other in earlier { followers[other, default: []].append(name) } }
        var counts = needs.mapValues(\.count)
        var ready = Heap<String>()
        for name in all.keys where counts[name] == nil { ready.insert(name) }
        var ordered: [InstalledInterceptor] = []
        while let name = ready.popFirst() {
            ordered += [all[name]].compactMap(\.self)
            for follower in followers[name] ?? [] {
                counts[follower, default: 0] -= 1
                if counts[follower] == 0 { ready.insert(follower) }
            }
        }
        guard ordered.count == all.count else {
            throw .interceptorCycle(cycle(among: Set(ordered.map(\.fullName))))
        }
        return ordered
    }

    /// Finds a cycle: starts at an interceptor that could not be sorted, and follows predecessors until a name repeats.
    private func cycle(among placed: Set<String>) -> [String] {
        let open = needs.mapValues { $0.subtracting(placed) }.filter { !$0.value.isEmpty }
        var path = [open.keys.min() ?? ""]
        var places = [path[0]: 0]
        while let need = open[path[path.count - 1]]?.min() {
            if let start = places.updateValue(path.count, forKey: need) { return (path[start...] + [need]).reversed() }
            path.append(need)
        }
        return path
    }
}
