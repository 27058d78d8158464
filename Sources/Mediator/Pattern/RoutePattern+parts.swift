extension RoutePattern {
    /// Whether it ends with a wildcard that may be empty and stands in no group.
    var allowsNone: Bool {
        if case .wildcard(_, let allowsNone) = elements.last { allowsNone } else { false }
    }

    /// The types that it names and that are not part of the language, each once.
    var ownTypes: [ParameterType] {
        var own: [ParameterType] = []
        for case let type? in elements.flatMap(\.types)
        where !type.name.hasPrefix("one(") && !ParameterType.builtIn.contains(type) && !own.contains(type) {
            own.append(type)
        }
        return own
    }
}

extension PatternElement {
    fileprivate var types: [ParameterType?] {
        switch self {
        case .parameter(let parameter): [parameter.type]
        case .group(let elements): elements.flatMap(\.types)
        case .literal, .wildcard: []
        }
    }
}
