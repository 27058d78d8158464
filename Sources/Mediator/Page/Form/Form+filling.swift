extension Form {
    /// The body of the call, or the signal, that the typed texts make.
    ///
    /// A field that is left empty takes its initial value; one that is empty then is left out.
    ///
    /// - Parameter texts: what was typed, by the names of the fields.
    /// - Throws: the fault of the first field that has one, in the order of the form.
    public func filled(with texts: [String: String]) throws(FormFault) -> Payload {
        if let unknown = texts.keys.sorted().first(where: { name in !fields.contains { $0.name == name } }) {
            throw .unknownField(unknown, known: fields.map(\.name))
        }
        var values: [String: JSONValue] = [:]
        for field in fields { values[field.name] = try field.json(of: texts[field.name] ?? "") }
        guard url == nil, let signal else { return Payload(JSONValue.object(values)) }
        return Payload(JSONValue.object([signal: .object(values)]))
    }
}

extension Form.Field {
    /// Makes sure that a typed text goes into the field.
    public func check(_ text: String) throws(FormFault) { _ = try json(of: text) }

    /// The value that a typed text stands for; `nil` for none.
    func json(of typed: String) throws(FormFault) -> JSONValue? {
        let text = typed.isEmpty ? initial ?? "" : typed
        guard !text.isEmpty else {
            if isRequired { throw .missing(field: title) }
            return nil
        }
        switch kind {
        case .text, .secret: return .string(try checkedText(text))
        case .integer: return .integer(try integer(text))
        case .number: return .number(try number(text))
        case .boolean: return .bool(try boolean(text))
        case .choice: return .string(try choice(text))
        }
    }

    private func checkedText(_ text: String) throws(FormFault) -> String {
        let length = text.count
        guard length >= minimumLength ?? 0, length <= maximumLength ?? .max else {
            throw .wrongLength(field: title, length: length, minimum: minimumLength, maximum: maximumLength)
        }
        if let pattern = pattern.flatMap(TextPattern.init), !pattern.matches(text) {
            let expected = hint ?? "what looks like \(pattern.text)"
            throw .mismatch(field: title, found: kind == .secret ? "***" : text, expected: expected)
        }
        return text
    }

    private func integer(_ text: String) throws(FormFault) -> Int128 {
        guard let value = Int(text) else { throw .mistyped(field: title, found: text, expected: "a whole number") }
        try checkBounds(Double(value), text)
        return Int128(value)
    }

    private func number(_ text: String) throws(FormFault) -> Double {
        guard let value = Double(text), value.isFinite else {
            throw .mistyped(field: title, found: text, expected: "a number")
        }
        try checkBounds(value, text)
        return value
    }

    private func checkBounds(_ value: Double, _ text: String) throws(FormFault) {
        guard value >= minimum ?? -.infinity, value <= maximum ?? .infinity else {
            throw .outOfBounds(field: title, found: text, minimum: minimum, maximum: maximum)
        }
    }

    private func boolean(_ text: String) throws(FormFault) -> Bool {
        switch text.lowercased() {
        case "yes", "y", "true": return true
        case "no", "n", "false": return false
        default: throw .mistyped(field: title, found: text, expected: "yes or no")
        }
    }

    private func choice(_ text: String) throws(FormFault) -> String {
        guard let choice = choices.first(where: { $0.value == text }) ?? choices.first(where: { $0.title == text })
        else { throw .noChoice(field: title, found: text, choices: choices.map(\.value)) }
        return choice.value
    }
}
