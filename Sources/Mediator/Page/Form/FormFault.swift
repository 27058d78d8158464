/// Why a value does not go into a field of a form.
public enum FormFault: Error, Sendable, Equatable {
    /// Nothing was typed where something must be.
    case missing(field: String)
    /// It is not what the field's kind asks for.
    case mistyped(field: String, found: String, expected: String)
    /// It is none of the choices.
    case noChoice(field: String, found: String, choices: [String])
    /// It has too few or too many characters.
    case wrongLength(field: String, length: Int, minimum: Int?, maximum: Int?)
    /// It is too low or too high a number.
    case outOfBounds(field: String, found: String, minimum: Double?, maximum: Double?)
    /// It does not look as it must.
    case mismatch(field: String, found: String, expected: String)
    /// The form has no field of the name.
    case unknownField(String, known: [String])
}

extension FormFault: CustomStringConvertible {
    /// What is wrong, and what to type.
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

    /// A number as people write it.
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
    /// The text as a message tells it back.
    fileprivate var shortened: String { count > 80 ? prefix(80) + "…" : self }
}
