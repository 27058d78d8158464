/// A type whose value is one text in path or query, and one value in the body.
protocol ScalarParameter: Decodable, DescribedType, Sendable {
    /// Reads a text of path or query.
    init?(text: String)

    /// Reads a value of the body, strictly: a number is no text and a text no number.
    init?(json: JSONValue)

    /// Stands for a value that does not fit while the faults after it are looked for.
    static var placeholder: Self { get }
}

extension ScalarParameter {
    static var expectation: String { String(describing: Self.self) }

    init?(_ value: ParameterNode.Value) {
        switch value {
        case .text(let text): self.init(text: text)
        case .json(let json): self.init(json: json)
        }
    }
}

extension String: ScalarParameter {
    init?(text: String) { self = text }

    init?(json: JSONValue) {
        guard case .string(let text) = json else { return nil }
        self = text
    }

    static var placeholder: String { "" }
}

extension Bool: ScalarParameter {
    init?(text: String) {
        switch text {
        case "true", "1": self = true
        case "false", "0": self = false
        default: return nil
        }
    }

    init?(json: JSONValue) {
        guard case .bool(let value) = json else { return nil }
        self = value
    }

    static var placeholder: Bool { false }
    static var expectation: String { "Bool (true or false)" }
}
