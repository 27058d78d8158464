import FoundationEssentials

// In the body these types are what `JSONEncoder` makes of them, which is not what their own initialisers read.

extension Data: ScalarParameter {
    init?(text: String) { self.init(base64Encoded: text) }

    init?(json: JSONValue) {
        guard let text = String(json: json) else { return nil }
        self.init(text: text)
    }

    static var placeholder: Data { Data() }
    static var expectation: String { "Data (base64)" }
}

extension URL: ScalarParameter {
    init?(text: String) { self.init(string: text) }

    init?(json: JSONValue) {
        guard let text = String(json: json) else { return nil }
        self.init(text: text)
    }

    static var placeholder: URL { URL(filePath: "/") }
}

extension UUID: ScalarParameter {
    init?(text: String) { self.init(uuidString: text) }

    init?(json: JSONValue) {
        guard let text = String(json: json) else { return nil }
        self.init(text: text)
    }

    static var placeholder: UUID { UUID() }
}

extension Decimal: ScalarParameter {
    init?(text: String) {
        // `Decimal` itself takes the number at the beginning of a text and forgets the rest.
        guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), Double(text: text) != nil else {
            return nil
        }
        self.init(string: text)
    }

    init?(json: JSONValue) {
        switch json {
        case .integer(let value): self.init(text: value.description)
        // The shortest text of a number has the digits that were written; its binary value has not.
        case .number(let value): self.init(text: value.description)
        default: return nil
        }
    }

    static var placeholder: Decimal { 0 }
}

extension Date: ScalarParameter {
    init?(text: String) { try? self.init(text, strategy: .iso8601) }

    init?(json: JSONValue) {
        guard let seconds = Double(json: json) else { return nil }
        self.init(timeIntervalSinceReferenceDate: seconds)
    }

    static var placeholder: Date { Date(timeIntervalSinceReferenceDate: 0) }
    static var expectation: String { "Date (such as 2026-05-01T12:00:00Z)" }
}
