import FoundationEssentials

/// The JSON shape of the values of a parameter or of a Codable type, as far as decoding reveals the shape.
@_spi(Host) public indirect enum TypeShape: Sendable, Equatable, Codable {
    /// A single value that can be read from text.
    case int, uint, double, bool, text
    /// One of these texts.
    case alternatives([String])
    /// One of these whole numbers.
    case choices([Int])
    /// One value of a JSON type, with a `format` of JSON Schema.
    case formatted(type: String, format: String)
    /// The properties in the order of the type. If more properties may exist, `gap` names the remedy in the code.
    case object([RouteParameter], gap: String?)
    /// Any number of values.
    case array(TypeShape)
    /// Values keyed by name.
    case dictionary(TypeShape)
    /// A value, or `null`.
    case nullable(TypeShape)
    /// The unknown shape of a recursive type, or of a type with its own decoding; `gap` names the remedy in the code.
    case unknown(gap: String?)

    private static let depthLimit = 16

    /// Finds a type's shape by running the type's `init(from:)` with placeholders.
    package init(_ type: Any.Type) { self.init(type, within: []) }

    /// - Parameter types: the types that contain `type`.
    init(_ type: Any.Type, within types: [ObjectIdentifier]) {
        let identity = ObjectIdentifier(type)
        if let scalar = TypeShape(scalar: type) {
            self = scalar
        } else if let formatted = Self.formatted[identity] {
            self = formatted
        } else if types.contains(identity) || types.count >= Self.depthLimit {
            self = .unknown(gap: nil)
        } else if let container = type as? any StandardContainer.Type {
            self = container.shape { TypeShape($0, within: types + [identity]) }
        } else if let type = type as? any Decodable.Type {
            let recorder = ShapeRecorder(types: types + [identity])
            let isWhole = (try? type.init(from: recorder)) != nil
            let shape = recorder.shape(gap: isWhole ? nil : recorder.gap ?? Self.gap(of: type))
            // Most types need no examples, and creating examples runs module code.
            self = shape.gap == nil ? shape : Self.ofExamples(type, within: types + [identity]) ?? shape
        } else {
            self = .unknown(gap: Self.gap(of: type))
        }
    }

    /// Returns the shape that a type requests for its examples, which are its cases. Returns `nil` if the type has no
    /// examples, or does not read all parts of an example.
    private static func ofExamples(_ type: any Decodable.Type, within types: [ObjectIdentifier]) -> TypeShape? {
        let examples = (type as? any (CaseIterable & Encodable).Type)?.examples ?? []
        let shapes = examples.compactMap { example -> TypeShape? in
            let recorder = ShapeRecorder(types: types, example: example)
            guard (try? type.init(from: recorder)) != nil else { return nil }
            let shape = recorder.shape(gap: nil)
            guard case .object(let properties, _) = shape else { return shape }
            return example.names.allSatisfy { name in properties.contains { $0.name == name } } ? shape : nil
        }
        guard let first = shapes.first, shapes.count == examples.count else { return nil }
        return shapes.dropFirst().reduce(first) { $0.united(with: $1) }
    }

    /// Returns the shape of values that have either of two shapes.
    private func united(with other: TypeShape) -> TypeShape {
        guard self != other else { return self }
        guard case .object(let own, _) = self, case .object(let others, _) = other else { return .unknown(gap: nil) }
        let properties = Dictionary(grouping: own + others, by: \.name).map { name, found in
            RouteParameter(
                name: name, shape: found.dropFirst().reduce(found[0].shape) { $0.united(with: $1.shape) },
                isOptional: found.count == 1 || found.contains(where: \.isOptional))
        }
        return .object(properties.sorted { $0.name < $1.name }, gap: nil)
    }

    static func gap(of type: Any.Type) -> String {
        type is any (Codable & CaseIterable).Type
            ? "let \(type) decode each of allCases with all its keys, without contains(_:)"
            : "conform \(type) to Codable and CaseIterable"
    }

    /// The properties, as far as they are known.
    package var properties: [RouteParameter] { if case .object(let properties, _) = self { properties } else { [] } }

    /// Whether the value can be read from a text.
    var isScalar: Bool {
        switch self {
        case .int, .uint, .double, .bool, .text, .alternatives, .choices: true
        case .formatted, .object, .array, .dictionary, .nullable, .unknown: false
        }
    }

    /// Whether the shape is a single value without names; the value may be optional.
    var isSingle: Bool {
        switch self {
        case .formatted: true
        case .nullable(let value): value.isSingle
        default: isScalar
        }
    }

    /// Returns the shape as an object: a single value becomes a property with the name of the pattern's only parameter.
    func named(by parameters: [String]) -> TypeShape {
        guard isSingle, parameters.count == 1 else { return self }
        let (shape, isOptional) = if case .nullable(let value) = self { (value, true) } else { (self, false) }
        return .object([RouteParameter(name: parameters[0], shape: shape, isOptional: isOptional)], gap: nil)
    }

    /// The remedy in the module's code for an unknown part of the shape, if there is one.
    var gap: String? {
        if case .object(_, let gap) = self { gap } else if case .unknown(let gap) = self { gap } else { nil }
    }

    private static let formatted: [ObjectIdentifier: TypeShape] = [
        ObjectIdentifier(Data.self): .formatted(type: "string", format: "base64"),
        ObjectIdentifier(URL.self): .formatted(type: "string", format: "uri"),
        ObjectIdentifier(UUID.self): .formatted(type: "string", format: "uuid"),
        ObjectIdentifier(Date.self): .formatted(type: "string", format: "date-time"),
        ObjectIdentifier(Decimal.self): .formatted(type: "number", format: "decimal"),
    ]
}

extension TypeShape {
    /// Creates the shape of a parameter type's values; without a type, or for a module's own type, it is text.
    init(of type: ParameterType?) {
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

    /// Creates the shape of a standard or enumerated type that is read from one text; `nil` for other types.
    private init?(scalar type: Any.Type) {
        switch type {
        case is String.Type: self = .text
        case is Bool.Type: self = .bool
        case is Double.Type, is Float.Type: self = .double
        case is Int.Type, is Int8.Type, is Int16.Type, is Int32.Type, is Int64.Type: self = .int
        case is UInt.Type, is UInt8.Type, is UInt16.Type, is UInt32.Type, is UInt64.Type: self = .uint
        case let type as any (CaseIterable & RawRepresentable<String>).Type: self = .alternatives(Self.values(type))
        case let type as any (CaseIterable & RawRepresentable<Int>).Type: self = .choices(Self.values(type))
        default: return nil
        }
    }

    private static func values<Choice: CaseIterable & RawRepresentable>(_ type: Choice.Type) -> [Choice.RawValue] {
        type.allCases.map(\.rawValue)
    }

    /// Returns the name of a type in Swift's syntax, such as `[Int?]`, without the module of the type.
    static func name(of type: Any.Type) -> String {
        (type as? any StandardContainer.Type)?.typeName ?? String(describing: type)
    }
}

/// A generic type of the standard library, whose shape and name are made from its type arguments.
private protocol StandardContainer {
    static var typeName: String { get }
    static func shape(_ part: (Any.Type) -> TypeShape) -> TypeShape
}

extension Optional: StandardContainer {
    fileprivate static var typeName: String { "\(TypeShape.name(of: Wrapped.self))?" }
    fileprivate static func shape(_ part: (Any.Type) -> TypeShape) -> TypeShape { .nullable(part(Wrapped.self)) }
}

extension Array: StandardContainer {
    fileprivate static var typeName: String { "[\(TypeShape.name(of: Element.self))]" }
    fileprivate static func shape(_ part: (Any.Type) -> TypeShape) -> TypeShape { .array(part(Element.self)) }
}

extension Set: StandardContainer {
    fileprivate static var typeName: String { String(describing: Self.self) }
    fileprivate static func shape(_ part: (Any.Type) -> TypeShape) -> TypeShape { .array(part(Element.self)) }
}

extension Dictionary: StandardContainer {
    fileprivate static var typeName: String {
        "[\(TypeShape.name(of: Key.self)): \(TypeShape.name(of: Value.self))]"
    }

    // A dictionary whose keys are not `CodingKeyRepresentable` is encoded as an array of alternating keys and values.
    fileprivate static func shape(_ part: (Any.Type) -> TypeShape) -> TypeShape {
        Key.self is any CodingKeyRepresentable.Type
            ? .dictionary(part(Value.self)) : .array(.unknown(gap: "conform \(Key.self) to CodingKeyRepresentable"))
    }
}

extension CaseIterable where Self: Encodable {
    fileprivate static var examples: [ParameterNode] {
        allCases.compactMap { try? ParameterNode(json: JSONValue(document: Array(JSONEncoder.ofValues.encode($0)))) }
    }
}
