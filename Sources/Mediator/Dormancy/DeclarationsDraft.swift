/// What modules declare, while it is being gathered.
struct DeclarationsDraft {
    private(set) var names: [String] = []
    private(set) var routes: [(pattern: IndexedPattern, row: DeclaredRoute)] = []
    private(set) var fallbacks: [(pattern: IndexedPattern, row: DeclaredRoute)] = []
    private(set) var interceptors: [(pattern: IndexedPattern, row: Int)] = []
    private(set) var everywhere: [Int] = []

    /// Adds a module whose patterns were read before: those that cannot be are passed over.
    mutating func add(_ name: String, _ manifest: Manifest) {
        let number = names.count
        let types = manifest.types.map(\.type)
        names.append(name)
        for route in manifest.routes {
            guard let pattern = try? RoutePattern(route.description.pattern, types: types) else { continue }
            let row = (IndexedPattern(pattern, priority: route.priority), DeclaredRoute(route, module: number))
            if route.isFallback { fallbacks.append(row) } else { routes.append(row) }
        }
        for interceptor in manifest.interceptors {
            if interceptor.patterns.isEmpty, !everywhere.contains(number) { everywhere.append(number) }
            let patterns = interceptor.patterns.compactMap { try? RoutePattern($0, types: types) }
            interceptors += patterns.map { (IndexedPattern($0), number) }
        }
    }
}
