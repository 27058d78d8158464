extension Form {
    /// Returns the typed values as the body of the form's call, or as the form's message.
    ///
    /// A field without a typed text has its initial value. A field that has no initial value either is left out.
    ///
    /// - Parameter texts: the typed texts, keyed by field name.
    /// - Throws: `FormFault` if a name is unknown, otherwise for the first field with an invalid text.
    @_spi(Host) public func filled(with texts: [String: String]) throws(FormFault) -> Payload {
        if let unknown = texts.keys.sorted().first(where: { name in !fields.contains { $0.name == name } }) {
            let names = fields.map(\.name).joined(separator: ", ")
            throw FormFault("there is no field \"\(unknown.shortened)\"; fill in: \(names)")
        }
        var values: [String: JSONValue] = [:]
        for field in fields { values[field.name] = try field.json(of: texts[field.name] ?? "") }
        guard url == nil, let message else { return Payload(JSONValue.object(values)) }
        return Payload(JSONValue.object([message: .object(values)]))
    }

    /// A text for each field without an initial value. The text fits the field, unless the field has a pattern.
    @_spi(Host) public var samples: [String: String] {
        var texts: [String: String] = [:]
        for field in fields where field.initial == nil { texts[field.name] = field.sample }
        return texts
    }
}

extension Form.Field {
    fileprivate var sample: String? {
        switch kind {
        case .choice: choices.first?.value
        case .boolean: "yes"
        case .integer: "\(Int(exactly: (minimum ?? 1).rounded(.up)) ?? 1)"
        case .number: "\(minimum ?? 1)"
        case .text, .secret: String(repeating: "1", count: max(minimumLength ?? 1, 1))
        }
    }
}

extension Form.Field {
    /// Checks that a typed text is valid for the field.
    /// - Throws: `FormFault` if a required text is empty, or a text does not fit the kind, bounds, pattern or choices.
    @_spi(Host) public func check(_ text: String) throws(FormFault) { _ = try json(of: text) }

    /// Returns the value of a typed text, or of the initial value if the text is empty; `nil` if both are empty.
    func json(of typed: String) throws(FormFault) -> JSONValue? {
        let text = typed.isEmpty ? initial ?? "" : typed
        guard !text.isEmpty else {
            if isRequired { throw FormFault("\"\(title)\" is empty; type something") }
            return nil
        }
        switch kind {
        case .text, .secret: return .string(try checkedText(text))
        case .integer: return .integer(try integer(text))
        case .number: return JSONValue(try number(text), written: text)
        case .boolean: return .bool(try boolean(text))
        case .choice: return .string(try choice(text))
        }
    }

    private func checkedText(_ text: String) throws(FormFault) -> String {
        let length = text.count
        guard length >= minimumLength ?? 0, length <= maximumLength ?? .max else {
            let bounds = Self.bounds(minimumLength.map { "\($0)" }, maximumLength.map { "\($0)" })
            throw FormFault("\"\(title)\" has the length \(length); type \(bounds) characters")
        }
        if let pattern = pattern.flatMap(TextPattern.init), !pattern.matches(text) {
            let expected = hint ?? "a text that matches \(pattern.text)"
            throw mistyped(kind == .secret ? URLRedaction.mark : text, expected: expected)
        }
        return text
    }

    private func integer(_ text: String) throws(FormFault) -> Int128 {
        guard let value = Int(text) else {
            let isTooLarge = text.allSatisfy { $0.isASCII && $0.isWholeNumber }
            throw mistyped(text, expected: isTooLarge ? "a smaller number" : "a whole number")
        }
        try checkBounds(Double(value), text)
        return Int128(value)
    }

    private func number(_ text: String) throws(FormFault) -> Double {
        guard let value = Double(text: text) else { throw mistyped(text, expected: "a number") }
        try checkBounds(value, text)
        return value
    }

    private func checkBounds(_ value: Double, _ text: String) throws(FormFault) {
        guard value >= minimum ?? -.infinity, value <= maximum ?? .infinity else {
            let bounds = Self.bounds(minimum.map(Self.text), maximum.map(Self.text))
            throw FormFault("\"\(title)\" is \(text.shortened); type a number of \(bounds)")
        }
    }

    private func boolean(_ text: String) throws(FormFault) -> Bool {
        switch text.lowercased() {
        case "yes", "y", "true": return true
        case "no", "n", "false": return false
        default: throw mistyped(text, expected: "yes or no")
        }
    }

    private func choice(_ text: String) throws(FormFault) -> String {
        guard let choice = choices.first(where: { $0.value == text }) ?? choices.first(where: { $0.title == text })
        else { throw mistyped(text, expected: "one of: \(choices.map(\.value).joined(separator: ", "))") }
        return choice.value
    }

    private func mistyped(_ found: String, expected: String) -> FormFault {
        FormFault("\"\(title)\" is \"\(found.shortened)\"; type \(expected)")
    }

    private static func text(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }

    private static func bounds(_ minimum: String?, _ maximum: String?) -> String {
        switch (minimum, maximum) {
        case (let minimum?, let maximum?): "\(minimum) to \(maximum)"
        case (let minimum?, nil): "at least \(minimum)"
        case (nil, let maximum?): "at most \(maximum)"
        case (nil, nil): "any number of"
        }
    }
}

/// An error for a text that is not valid in a form's field: a sentence with the fault and the expected input.
@_spi(Host) public struct FormFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// The sentence.
    public let description: String

    /// Creates a fault from its sentence.
    public init(_ description: String) { self.description = description }
}

extension String {
    fileprivate var shortened: String { count > 80 ? prefix(80) + "…" : self }
}
