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
