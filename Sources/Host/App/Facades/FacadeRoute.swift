@_spi(Host) import ModuleKit

/// A route of a façade, with its parameters and its possible names.
struct FacadeRoute: Sendable {
    let outline: RouteOutline
    let parameters: [FacadeParameter]
    /// The name that the author declared.
    let declaredName: String?
    /// The names derived from the pattern, the best one first.
    let derivedNames: [String]

    init(_ outline: RouteOutline) {
        self.outline = outline
        parameters = FacadeParameter.all(outline)
        let declared = SwiftName.lowerCamel(SwiftName.words(outline.description.name ?? ""), head: "route")
        declaredName = declared.isEmpty ? nil : Self.allowed(declared)
        derivedNames = Self.names(outline, hasParameters: parameters.contains(where: \.isInPath))
    }

    /// Returns whether a URL may omit a parameter, because a call's body may contain it.
    func isOmissible(_ parameter: FacadeParameter) -> Bool {
        !parameter.isInPath && outline.description.verb == .call
    }

    /// Whether the route declares no input. Its callers then give only the path.
    var readsNothing: Bool { outline.description.input == nil }

    /// Returns whether one call could mean both routes if they had the same name.
    func isMistakable(for other: FacadeRoute) -> Bool {
        requiredLabels.isSubset(of: other.labels) && other.requiredLabels.isSubset(of: labels)
    }

    private var labels: Set<String> { Set(parameters.map(\.label)) }
    private var requiredLabels: Set<String> {
        Set(parameters.filter { !isOmissible($0) && !$0.isOptional }.map(\.label))
    }

    /// Returns three names. The first is made from the pattern's literals, the second also from text around parameters
    /// and in groups, and the third also from the verb.
    private static func names(_ outline: RouteOutline, hasParameters: Bool) -> [String] {
        let elements = elements(outline)
        let fallback = [hasParameters ? "item" : "index"]
        let short = elements.flatMap { words(of: $0, requiredOnly: true) }
        let long = elements.flatMap { words(of: $0, requiredOnly: false) }
        let (base, full) = (short.isEmpty ? fallback : short, long.isEmpty ? fallback : long)
        let all = [base, full, [outline.description.verb.rawValue] + full]
        return all.map { allowed(SwiftName.lowerCamel($0, head: "route")) }
    }

    private static func words(of element: PatternElement, requiredOnly: Bool) -> [String] {
        switch element {
        case .literal(let text): SwiftName.words(text)
        case _ where requiredOnly: []
        case .parameter(let parameter): SwiftName.words(parameter.prefix) + SwiftName.words(parameter.suffix)
        case .group(let elements): elements.flatMap { words(of: $0, requiredOnly: false) }
        default: []
        }
    }

    /// Returns the pattern's elements, without a first literal that is the module's name.
    private static func elements(_ outline: RouteOutline) -> [PatternElement] {
        let owner = SwiftName.words(outline.description.owner).joined().lowercased()
        guard case .literal(let text)? = outline.elements.first, SwiftName.words(text).joined().lowercased() == owner
        else { return outline.elements }
        return Array(outline.elements.dropFirst())
    }

    /// Returns the name, with a suffix if a member of a type cannot have the name.
    private static func allowed(_ name: String) -> String {
        ["deinit", "self"].contains(name) ? name + "Route" : name
    }

    /// Returns the routes with their names, in the order of their patterns.
    ///
    /// A name and its argument labels identify one route, and the same routes always get the same names. Routes share a
    /// name if their labels distinguish them. A declared name has precedence over a derived one. If nothing else
    /// distinguishes routes, their names are numbered.
    static func named(_ routes: [FacadeRoute]) -> [(route: FacadeRoute, name: String)] {
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

    /// Returns the declared name or else the first derived name that differs from the names derived for other routes.
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
