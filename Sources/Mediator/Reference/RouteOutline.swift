/// A route as those see it who write Swift for its callers.
@_spi(Host) public struct RouteOutline: Sendable {
    /// One part of the path, from left to right; what stands in a group may be left out.
    public enum Part: Sendable, Equatable {
        case literal(String, isOptional: Bool)
        case parameter(Parameter)
    }

    /// A parameter of the path.
    public struct Parameter: Sendable, Equatable {
        /// What its values are to Swift.
        public enum Kind: Sendable, Equatable {
            case int, uint, double, bool, text
            /// One of these texts.
            case alternatives([String])
        }

        /// The name, as the pattern spells it.
        public let name: String
        /// What its values are.
        public let kind: Kind
        /// Whether the URL may do without it.
        public let isOptional: Bool
        /// The literal text around it in its segment.
        public let affixes: [String]
    }

    /// What lists say of the route.
    public let description: RouteDescription
    /// The pattern for `RouteReference`, without the parameter types that only the owner knows.
    public let pattern: String
    /// The parts of the path.
    public let parts: [Part]
    /// Whether the value's type is the standard library's, so that every caller knows it.
    public let hasStandardValue: Bool

    init(_ entry: RouteTable.Entry, _ pattern: RoutePattern) {
        description = RouteDescription(entry)
        self.pattern = pattern.forReference
        parts = Self.parts(pattern.elements, isOptional: false)
        hasStandardValue = entry.route.value.map { TypeName($0).isStandard } ?? false
    }

    private static func parts(_ elements: [PatternElement], isOptional: Bool) -> [Part] {
        elements.flatMap { element -> [Part] in
            switch element {
            case .literal(let text): [.literal(text, isOptional: isOptional)]
            case .parameter(let parameter):
                [
                    .parameter(
                        Parameter(
                            name: parameter.name, kind: Parameter.Kind(parameter.type), isOptional: isOptional,
                            affixes: [parameter.prefix, parameter.suffix].filter { !$0.isEmpty }))
                ]
            case .group(let inner): parts(inner, isOptional: true)
            case .wildcard(let name, let allowsNone):
                [.parameter(Parameter(name: name, kind: .text, isOptional: isOptional || allowsNone, affixes: []))]
            }
        }
    }
}

extension RouteOutline.Parameter.Kind {
    /// The kind of a pattern's type; a module's own types, and those that Swift has no type for, are texts.
    fileprivate init(_ type: ParameterType?) {
        guard let type, !type.isOwn else {
            self = .text
            return
        }
        switch type.shape {
        case .integer: self = .int
        case .unsigned: self = .uint
        case .decimal: self = .double
        case .alternatives(let texts): self = type.name == "bool" ? .bool : .alternatives(texts)
        case .uuid, .slug, .characters: self = .text
        }
    }
}

extension ParameterType {
    /// Whether a module made the type, so that others cannot name it.
    fileprivate var isOwn: Bool { !name.hasPrefix("one(") && !Self.builtIn.contains(self) }
}

extension RoutePattern {
    /// The text without the types that only the module knows; `<` and `>` stand nowhere else in a pattern.
    fileprivate var forReference: String {
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

extension Switchboard {
    /// The registered routes in order of registration, without fallbacks, which nobody asks for by name.
    @_spi(Host) public var outlines: [RouteOutline] {
        let table = registry.routes
        return zip(table.entries, table.patterns).map { RouteOutline($0, $1.pattern) }
    }
}
