@_spi(Host) import ModuleKit

/// A route as a façade has it: its parameters, and the names that it may be given.
struct FacadeRoute: Sendable {
    let outline: RouteOutline
    let parameters: [FacadeParameter]
    /// The name that its author gave it.
    let declaredName: String?
    /// The names that its pattern suggests, the best one first.
    let derivedNames: [String]

    init(_ outline: RouteOutline) {
        self.outline = outline
        parameters = FacadeParameter.all(outline)
        let declared = SwiftName.lowerCamel(SwiftName.words(outline.description.name ?? ""), head: "route")
        declaredName = declared.isEmpty ? nil : Self.allowed(declared)
        derivedNames = Self.names(outline, hasParameters: parameters.contains(where: \.isInPath))
    }

    /// Whether a reference may do without a parameter: a call's body may say it.
    func isOmissible(_ parameter: FacadeParameter) -> Bool {
        !parameter.isInPath && outline.description.verb == .call
    }

    /// Whether the handler reads nothing but the path.
    var readsNothing: Bool { outline.description.input == "Void" }

    /// Whether one call could mean this route and the other, if both had the same name.
    func isMistakable(for other: FacadeRoute) -> Bool {
        requiredLabels.isSubset(of: other.labels) && other.requiredLabels.isSubset(of: labels)
    }

    private var labels: Set<String> { Set(parameters.map(\.label)) }
    private var requiredLabels: Set<String> {
        Set(parameters.filter { !isOmissible($0) && !$0.isOptional }.map(\.label))
    }

    /// From the literals, then with the text around parameters and in groups, then with the verb.
    private static func names(_ outline: RouteOutline, hasParameters: Bool) -> [String] {
        let parts = parts(outline)
        let fallback = [hasParameters ? "item" : "index"]
        let short = parts.flatMap { words(of: $0, requiredOnly: true) }
        let long = parts.flatMap { words(of: $0, requiredOnly: false) }
        let (base, full) = (short.isEmpty ? fallback : short, long.isEmpty ? fallback : long)
        let all = [base, full, [outline.description.verb.rawValue] + full]
        return all.map { allowed(SwiftName.lowerCamel($0, head: "route")) }
    }

    private static func words(of part: RouteOutline.Part, requiredOnly: Bool) -> [String] {
        switch part {
        case .literal(let text, let isOptional): isOptional && requiredOnly ? [] : SwiftName.words(text)
        case .parameter(let parameter): requiredOnly ? [] : parameter.affixes.flatMap(SwiftName.words)
        @unknown default: []
        }
    }

    /// The parts behind the module's own name.
    private static func parts(_ outline: RouteOutline) -> [RouteOutline.Part] {
        let owner = SwiftName.words(outline.description.owner).joined().lowercased()
        guard case .literal(let text, false) = outline.parts.first,
            SwiftName.words(text).joined().lowercased() == owner
        else { return outline.parts }
        return Array(outline.parts.dropFirst())
    }

    /// The name, changed where a façade has another member of it.
    private static func allowed(_ name: String) -> String {
        ["context", "deinit", "self"].contains(name) ? name + "Route" : name
    }
}

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
