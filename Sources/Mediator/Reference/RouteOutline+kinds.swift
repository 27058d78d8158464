extension RouteOutline.Parameter.Kind {
    /// The kind of a pattern's type; a module's own types, and those that Swift has no type for, are texts.
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

    /// The kind of a type that one text is read as, or `nil` for one that only its module knows or that takes several.
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
