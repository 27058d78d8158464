/// A type's name as people write it, and whether the type is the standard library's, so that every module knows it.
struct TypeName: Sendable, Equatable {
    let text: String
    let isStandard: Bool

    /// Names a type; `[Int?]` for an array of optional integers, the name alone for a module's own type.
    init(_ type: Any.Type) {
        if let container = type as? any StandardContainer.Type {
            self = container.typeName
        } else {
            self.init(text: type == Void.self ? "Void" : String(describing: type), isStandard: Self.isScalar(type))
        }
    }

    fileprivate init(text: String, isStandard: Bool) {
        self.text = text
        self.isStandard = isStandard
    }

    private static func isScalar(_ type: Any.Type) -> Bool {
        let scalars: [Any.Type] = [
            String.self, Bool.self, Double.self, Float.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self,
            UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
        ]
        return scalars.contains { $0 == type }
    }
}

/// A generic type of the standard library whose name is written with punctuation.
private protocol StandardContainer {
    static var typeName: TypeName { get }
}

extension Array: StandardContainer {
    fileprivate static var typeName: TypeName {
        let element = TypeName(Element.self)
        return TypeName(text: "[\(element.text)]", isStandard: element.isStandard)
    }
}

extension Optional: StandardContainer {
    fileprivate static var typeName: TypeName {
        let wrapped = TypeName(Wrapped.self)
        return TypeName(text: "\(wrapped.text)?", isStandard: wrapped.isStandard)
    }
}

extension Dictionary: StandardContainer {
    fileprivate static var typeName: TypeName {
        let (key, value) = (TypeName(Key.self), TypeName(Value.self))
        return TypeName(text: "[\(key.text): \(value.text)]", isStandard: key.isStandard && value.isStandard)
    }
}
