/// A type in words that a person understands, such as `Int8 (-128 to 127)` or `one of: rent, rooms`.
enum Expectation {
    static func of(_ type: any Any.Type) -> String {
        if let described = type as? any DescribedType.Type { return described.expectation }
        if let cases = type as? any CaseIterable.Type, let values = cases.rawValues { return "one of: \(values)" }
        return String(describing: type)
    }
}

/// A type that says itself what is expected of a text for it.
protocol DescribedType {
    static var expectation: String { get }
}

extension Optional: DescribedType {
    static var expectation: String { Expectation.of(Wrapped.self) }
}

extension Array: DescribedType {
    static var expectation: String { "[\(Expectation.of(Element.self))]" }
}

extension Set: DescribedType {
    static var expectation: String { Array<Element>.expectation }
}

extension Dictionary: DescribedType {
    static var expectation: String { "[\(Expectation.of(Key.self)): \(Expectation.of(Value.self))]" }
}

extension CaseIterable {
    /// The raw values of the cases with commas between, or `nil` for a type without them.
    fileprivate static var rawValues: String? {
        let values = allCases.compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}
