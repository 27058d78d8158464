extension Form {
    /// Returns the body of the call, or the message, that the typed texts make.
    ///
    /// An empty field takes its initial value; if it is still empty, it is left out.
    ///
    /// - Parameter texts: the typed texts, by the names of the fields.
    /// - Throws: the fault of the first faulty field, in the order of the form.
    @_spi(Host) public func filled(with texts: [String: String]) throws(FormFault) -> Payload {
        if let unknown = texts.keys.sorted().first(where: { name in !fields.contains { $0.name == name } }) {
            throw .unknownField(unknown, known: fields.map(\.name))
        }
        var values: [String: JSONValue] = [:]
        for field in fields { values[field.name] = try field.json(of: texts[field.name] ?? "") }
        guard url == nil, let message else { return Payload(JSONValue.object(values)) }
        return Payload(JSONValue.object([message: .object(values)]))
    }
}

extension Form.Field {
    /// Checks that a typed text is valid for the field.
    @_spi(Host) public func check(_ text: String) throws(FormFault) { _ = try json(of: text) }

    /// Returns the value of a typed text; `nil` for none.
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

/// The reason why a value is not valid for a field of a form.
@_spi(Host) public enum FormFault: Error, Sendable, Equatable {
    /// A required value is empty.
    case missing(field: String)
    /// The text is not of the field's kind.
    case mistyped(field: String, found: String, expected: String)
    /// The text is none of the choices.
    case noChoice(field: String, found: String, choices: [String])
    /// The text has too few or too many characters.
    case wrongLength(field: String, length: Int, minimum: Int?, maximum: Int?)
    /// The number is too low or too high.
    case outOfBounds(field: String, found: String, minimum: Double?, maximum: Double?)
    /// The text does not match the pattern.
    case mismatch(field: String, found: String, expected: String)
    /// The form has no field of the name.
    case unknownField(String, known: [String])
}

extension FormFault: CustomStringConvertible {
    /// A sentence with the fault and the expected input.
    public var description: String {
        switch self {
        case .missing(let field): "\"\(field)\" is empty; type something"
        case .mistyped(let field, let found, let expected):
            "\"\(field)\" is \"\(found.shortened)\"; type \(expected)"
        case .noChoice(let field, let found, let choices):
            "\"\(field)\" is \"\(found.shortened)\"; type one of: \(choices.joined(separator: ", "))"
        case .wrongLength(let field, let length, let minimum, let maximum):
            "\"\(field)\" has the length \(length); type \(Self.bounds(minimum, maximum)) characters"
        case .outOfBounds(let field, let found, let minimum, let maximum):
            "\"\(field)\" is \(found.shortened); type a number of \(Self.bounds(minimum.map(Self.text), maximum.map(Self.text)))"
        case .mismatch(let field, let found, let expected):
            "\"\(field)\" is \"\(found.shortened)\"; type \(expected)"
        case .unknownField(let name, let known):
            "there is no field \"\(name.shortened)\"; fill in: \(known.joined(separator: ", "))"
        }
    }

    /// Returns a number in the form for people.
    private static func text(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }

    private static func bounds<Number: CustomStringConvertible>(_ minimum: Number?, _ maximum: Number?) -> String {
        switch (minimum, maximum) {
        case (let minimum?, let maximum?): "\(minimum) to \(maximum)"
        case (let minimum?, nil): "at least \(minimum)"
        case (nil, let maximum?): "at most \(maximum)"
        case (nil, nil): "any number of"
        }
    }
}

extension String {
    /// The text in the form for a message.
    fileprivate var shortened: String { count > 80 ? prefix(80) + "…" : self }
}
