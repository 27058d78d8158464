/// All interceptors in the order in which they are asked; a value that never changes.
///
/// Those between which nothing was said are in the order of their full names, so that the order does not depend on which
/// module was registered first.
struct InterceptorChain: Sendable {
    /// In order.
    let interceptors: [InstalledInterceptor]
    /// Whether some want to see outcomes.
    let haveWitnesses: Bool
    /// Those whose code may wait.
    private let waiting: [InstalledInterceptor]

    init() {
        interceptors = []
        haveWitnesses = false
        waiting = []
    }

    /// Orders interceptors.
    ///
    /// - Throws: the cycle where each is to go before the next, by full names, the first one again at the end.
    init(_ unordered: [InstalledInterceptor]) throws(InterceptorCycle) {
        var waiting = Dictionary(unordered.map { ($0.fullName, $0) }) { first, _ in first }
        var needs = Self.needs(of: waiting)
        var ordered: [InstalledInterceptor] = []
        while !waiting.isEmpty {
            guard let next = waiting.keys.filter({ needs[$0, default: []].isEmpty }).min() else {
                throw InterceptorCycle(names: Self.cycle(in: needs))
            }
            ordered.append(contentsOf: [waiting.removeValue(forKey: next)].compactMap(\.self))
            for name in waiting.keys { needs[name]?.remove(next) }
        }
        interceptors = ordered
        haveWitnesses = ordered.contains { $0.interceptor.afterwards != nil }
        self.waiting = ordered.filter { $0.interceptor.mayWait }
    }

    /// Whether the code of one that covers a URL may wait.
    func mayWait(for url: RouteURL) -> Bool { waiting.contains { $0.covers(url) } }

    /// Who has to go before each, of those who are there.
    private static func needs(of all: [String: InstalledInterceptor]) -> [String: Set<String>] {
        var needs: [String: Set<String>] = [:]
        for (name, interceptor) in all {
            needs[name, default: []].formUnion(interceptor.after.filter { all[$0] != nil })
            for later in interceptor.before where all[later] != nil { needs[later, default: []].insert(name) }
        }
        return needs
    }

    /// Follows the needs until a name comes again.
    private static func cycle(in needs: [String: Set<String>]) -> [String] {
        var path = [needs.filter { !$0.value.isEmpty }.keys.min() ?? ""]
        while let need = needs[path[path.count - 1]]?.min() {
            if let start = path.firstIndex(of: need) { return (path[start...] + [need]).reversed() }
            path.append(need)
        }
        return path
    }
}

/// Interceptors that would each have to go before the next.
struct InterceptorCycle: Error {
    let names: [String]
}
