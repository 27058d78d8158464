@_spi(Host) import ModuleKit

/// Gives each route of a façade a name under which no call can mean another; the same routes always get the same names.
enum FacadeNames {
    /// The routes with their names, in the order of their patterns.
    ///
    /// Routes share a name where their labels tell them apart. A name that an author declared goes before one that is
    /// derived; where nothing else helps, routes are numbered.
    static func assign(_ routes: [FacadeRoute]) -> [(route: FacadeRoute, name: String)] {
        var taken: [(route: FacadeRoute, name: String)] = []
        let sorted = routes.sorted { key($0).lexicographicallyPrecedes(key($1)) }
        for route in sorted.filter({ $0.declaredName != nil }) + sorted.filter({ $0.declaredName == nil }) {
            let name = SwiftName.free(wish(of: route, among: sorted)) { name in
                !taken.contains { $0.name == name && $0.route.isMistakable(for: route) }
            }
            taken.append((route, name))
        }
        return taken.sorted { key($0.route).lexicographicallyPrecedes(key($1.route)) }
    }

    /// The best name that no other route would be given for the same reason.
    private static func wish(of route: FacadeRoute, among routes: [FacadeRoute]) -> String {
        if let name = route.declaredName { return name }
        let others = routes.filter { $0.declaredName == nil && key($0) != key(route) && $0.isMistakable(for: route) }
        let level = route.derivedNames.indices.first { level in
            !others.contains { $0.derivedNames[level] == route.derivedNames[level] }
        }
        return route.derivedNames[level ?? 0]
    }

    private static func key(_ route: FacadeRoute) -> [String] {
        [route.outline.description.pattern, route.outline.description.verb.rawValue]
    }
}
