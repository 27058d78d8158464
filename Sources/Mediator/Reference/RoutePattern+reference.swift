extension ParameterType {
    /// Whether a module made the type, so that others cannot name it.
    var isOwn: Bool { !name.hasPrefix("one(") && !Self.builtIn.contains(self) }
}

extension RoutePattern {
    /// The text without the types that only the module knows; `<` and `>` stand nowhere else in a pattern.
    var forReference: String {
        ownTypes(elements).reduce(text) { text, type in text.replacing("<\(type)>", with: "") }
    }

    private func ownTypes(_ elements: [PatternElement]) -> [String] {
        elements.flatMap { element -> [String] in
            switch element {
            case .parameter(let parameter): parameter.type.map { $0.isOwn ? [$0.name] : [] } ?? []
            case .group(let inner): ownTypes(inner)
            case .literal, .wildcard: []
            }
        }
    }
}
