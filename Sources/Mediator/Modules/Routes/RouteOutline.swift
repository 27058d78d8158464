/// The view of a route for the authors of Swift code for its callers.
@_spi(Host) public struct RouteOutline: Sendable {
    /// One part of the path, from left to right; a group is optional.
    public enum Part: Sendable, Equatable {
        case literal(String, isOptional: Bool)
        case parameter(Parameter)
    }

    /// A parameter of the path or the query.
    public struct Parameter: Sendable, Equatable, Codable {
        /// The Swift kind of a parameter's values.
        public enum Kind: Sendable, Equatable, Codable {
            case int, uint, double, bool, text
            /// One of these texts.
            case alternatives([String])
        }

        /// The name in the pattern.
        public let name: String
        /// The kind of its values.
        public let kind: Kind
        /// Whether the URL does not need it.
        public let isOptional: Bool
        /// The literal texts around it in its segment.
        public let affixes: [String]
    }

    /// The route's description in lists.
    public let description: RouteDescription
    /// The pattern for `RouteURL(matching:)`, without the parameter types that only the owner knows.
    public let pattern: String
    /// The parts of the path.
    public let parts: [Part]
    /// The parameters besides those of the path, as far as the handler's input names them.
    public let query: [Parameter]
    /// Whether a caller can write a URL for it: not for a pattern for any host.
    public let isWritable: Bool
    private let elements: [PatternElement]
    private let route: Route

    /// The parameters whose values no URL should have.
    public var sensitiveParameters: Set<String> { route.sensitiveParameters }

    /// The types of parameters, body and value.
    public var schema: RouteSchema { RouteSchema(route, path: path) }

    /// The fault of a page whose pattern has a parameter that the input does not read, and lacks one that the input needs; `nil`
    /// for none. It is certain if the first one ends the pattern and can be the second; otherwise the query may have the
    /// second. An input of one value needs a pattern with one parameter.
    public var misnaming: (text: String, isFault: Bool)? {
        guard route.verb == .open else { return nil }
        let names = elements.flatMap(\.parameterNames)
        if names.count != 1, let shape = route.inputShape, shape.isSingle {
            let found = names.isEmpty ? "no parameter" : names.map { "`\($0)`" }.joined(separator: ", ")
            return ("the pattern has \(found), and \(description.input ?? "the input") is one value", true)
        }
        let fields = route.readsRequest ? [] : route.inputFields(names)
        let needed = fields.filter { field in !field.isOptional && !path.contains { $0.name == field.name } }
        let unread = elements.compactMap { if case .parameter(let part) = $0 { part } else { nil } }
            .filter { part in !fields.contains { $0.name == part.name } }
        guard let field = needed.first, let part = unread.last else { return nil }
        let canBe = field.kind.map { part.type == nil || $0 == Parameter.Kind(part.type) } ?? false
        let text =
            "the pattern has `\(part.name)`, which \(description.input ?? "the input") does not read, and its "
            + "`\(field.name)` is in no part of the pattern"
        return (text, canBe && needed.count == 1 && unread.count == 1 && elements.last == .parameter(part))
    }

    /// The parameters of the path.
    public var path: [Parameter] { parts.compactMap { if case .parameter(let name) = $0 { name } else { nil } } }

    init(_ entry: RouteTable.Entry, _ pattern: RoutePattern) {
        description = RouteDescription(entry)
        self.pattern = pattern.withoutOwnTypes
        let fields = entry.route.inputFields(pattern.parameterNames)
        parts = Self.parts(pattern.elements, fields: fields, isOptional: false)
        let names = Set(pattern.parameterNames)
        query = Parameter.all(fields).filter { !names.contains($0.name) }
        isWritable = pattern.unwritable == nil
        (route, elements) = (entry.route, pattern.elements)
    }

    /// Returns the parts of a path; a parameter without a type in the pattern has that of the handler's input.
    private static func parts(_ elements: [PatternElement], fields: [TypeShape.Property], isOptional: Bool) -> [Part] {
        elements.flatMap { element -> [Part] in
            switch element {
            case .literal(let text): [.literal(text, isOptional: isOptional)]
            case .parameter(let parameter): [.parameter(Parameter(parameter, fields, isOptional: isOptional))]
            case .group(let inner): parts(inner, fields: fields, isOptional: true)
            case .wildcard(let name, let allowsNone):
                [.parameter(Parameter(name: name, kind: .text, isOptional: isOptional || allowsNone, affixes: []))]
            }
        }
    }
}

extension RouteOutline.Parameter {
    /// Returns the parameters that the input of a handler names, as far as it tells.
    static func all(_ fields: [TypeShape.Property]) -> [RouteOutline.Parameter] {
        fields.compactMap { field in
            field.kind.map {
                RouteOutline.Parameter(name: field.name, kind: $0, isOptional: field.isOptional, affixes: [])
            }
        }
    }

    fileprivate init(_ parameter: PatternParameter, _ fields: [TypeShape.Property], isOptional: Bool) {
        let field = parameter.type == nil ? fields.first { $0.name == parameter.name } : nil
        self.init(
            name: parameter.name, kind: field?.kind ?? Kind(parameter.type), isOptional: isOptional,
            affixes: [parameter.prefix, parameter.suffix].filter { !$0.isEmpty })
    }
}

extension ParameterType {
    /// Whether a module made the type, so that other modules cannot name it.
    fileprivate var isOwn: Bool { !name.hasPrefix("one(") && !Self.builtIn.contains(self) }
}

extension RoutePattern {
    /// The text without the types that only the module knows; `<` and `>` occur nowhere else in a pattern.
    fileprivate var withoutOwnTypes: String {
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

extension RouteOutline.Parameter.Kind {
    /// Creates the kind of a pattern's type; a module's own types, and those without a Swift type, are texts.
    init(_ type: ParameterType?) {
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

    /// Creates the kind of a type that is read from one text, or `nil` for one that only its module knows or that takes
    /// several.
    init?(scalar type: Any.Type) {
        switch type {
        case is String.Type: self = .text
        case is Bool.Type: self = .bool
        case is Double.Type, is Float.Type: self = .double
        case is Int.Type, is Int8.Type, is Int16.Type, is Int32.Type, is Int64.Type: self = .int
        case is UInt.Type, is UInt8.Type, is UInt16.Type, is UInt32.Type, is UInt64.Type: self = .uint
        case let type as any (CaseIterable & RawRepresentable<String>).Type:
            self = .alternatives(Self.texts(type))
        default: return nil
        }
    }

    private static func texts<Choice: CaseIterable & RawRepresentable<String>>(_ type: Choice.Type) -> [String] {
        type.allCases.map(\.rawValue)
    }
}
