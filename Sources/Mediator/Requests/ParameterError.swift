/// The reason why a parameter is not valid for a handler.
public enum ParameterError: Error, Sendable, Equatable, Codable {
    /// The parameter is neither in the path nor in the query.
    case missing(name: String, expected: String)
    /// The request has no body.
    case missingBody(expected: String)
    /// The parameter's text in path or query is not of the expected type.
    case mistyped(name: String, found: String, expected: String)
    /// An object in an array of the body lacks a member that the type requires.
    case missingInBody(name: String, expected: String)
    /// The body's value is not of the expected type; `found` is JSON, and an empty name means the whole body.
    case mistypedInBody(name: String, found: String, expected: String)
    /// The type's initialiser refused the value, or the combination of its parts, with this reason.
    case refused(name: String, found: String?, reason: String)
    /// The body cannot be read as JSON.
    case unreadableBody(reason: PayloadError)
}

extension ParameterError: CustomStringConvertible {
    /// A sentence with the fault and the remedy.
    public var description: String {
        switch self {
        case .missing(let name, let expected):
            "parameter \"\(name)\" is missing; add ?\(name)= with \(Self.value(expected))"
        case .missingBody(let expected): "the body is missing; send JSON for \(expected)"
        case .mistyped(let name, let found, let expected):
            "parameter \"\(name)\" is \"\(Self.short(found))\"; give \(Self.value(expected, for: found))"
        case .missingInBody(let name, let expected):
            "\"\(name)\" is missing in the body; add it with \(Self.value(expected))"
        case .mistypedInBody("", let found, let expected):
            "the body is \(Self.short(found)); send JSON for \(expected)"
        case .mistypedInBody(let name, let found, let expected):
            "\"\(name)\" in the body is \(Self.short(found)); give \(Self.value(expected, for: found))"
        case .refused(let name, let found, let reason):
            (name.isEmpty ? "the request" : "parameter \"\(name)\"")
                + (found.map { " with \"\(Self.short($0))\"" } ?? "") + " is refused: \(reason); change it"
        case .unreadableBody(let reason): "the body cannot be read: \(reason)"
        }
    }

    /// The parts of a sentence about a module's setting: its name, the value found, and the remedy.
    package var asSetting: (name: String, found: String?, advice: String) {
        switch self {
        case .missing(let name, let expected), .missingInBody(let name, let expected):
            (name, nil, "write \(Self.value(expected))")
        case .mistyped(let name, let found, let expected):
            (name, "\"\(Self.short(found))\"", "write \(Self.value(expected, for: found))")
        case .mistypedInBody(let name, let found, let expected):
            (name, Self.short(found), "write \(Self.value(expected))")
        case .refused(let name, let found, let reason): (name, found.map(Self.short), "it is refused: \(reason)")
        case .missingBody, .unreadableBody: ("", nil, description)
        }
    }

    /// Returns an expected type as text for people who do not know Swift; a type without a text keeps its name.
    private static func value(_ expected: String, for found: String = "") -> String {
        let end = expected.firstIndex(of: " ") ?? expected.endIndex
        let kinds: [(prefix: String, words: String)] = [
            ("Int", "a whole number"), ("UInt", "a whole number"), ("String", "a text"), ("UUID", "a UUID"),
            ("URL", "a URL"), ("Date", "a date"), ("Decimal", "a number"), ("Data", "bytes"), ("Duration", "a time"),
        ]
        switch expected {
        case "Bool (true or false)": return "true or false"
        case "Double (a finite number)", "Float (a finite number)":
            return Double(found).map { !$0.isNaN } == true ? "a smaller number" : "a number"
        default:
            let name = expected[..<end]
            let kind = kinds.first { kind in
                name.hasPrefix(kind.prefix) && name.dropFirst(kind.prefix.count).allSatisfy(\.isNumber)
            }
            let isNumber = !found.isEmpty && found.allSatisfy { $0.isASCII && $0.isWholeNumber }
            let words = kind?.words == "a whole number" && isNumber ? "a smaller number" : kind?.words
            return words.map { $0 + expected[end...] } ?? "a value of type \(expected)"
        }
    }

    /// Shortens a text, so that a long value leaves room for the fault.
    private static func short(_ text: String) -> String {
        text.count <= shownLength ? text : text.prefix(shownLength) + "…"
    }

    private static let shownLength = 100

    /// Returns the error without the values of sensitive parameters, or of a body that may contain a sensitive value.
    package func redacting(_ names: Set<String>) -> ParameterError {
        func isSecret(_ name: String) -> Bool {
            let root = name.prefix { $0 != "." && $0 != "[" }
            return name.isEmpty || names.contains(name) || names.contains(String(root))
        }
        switch self {
        case .mistyped(let name, _, let expected) where isSecret(name):
            return .mistyped(name: name, found: URLRedaction.mark, expected: expected)
        case .mistypedInBody(let name, _, let expected) where isSecret(name):
            return .mistypedInBody(name: name, found: URLRedaction.mark, expected: expected)
        case .refused(let name, let found, _) where isSecret(name):
            return .refused(
                name: name, found: found.map { _ in URLRedaction.mark }, reason: "the type does not accept it")
        default: return self
        }
    }
}

/// All parameters of a request that do not fit the type that the handler takes.
public struct ParametersError: Error, Sendable, Equatable, Codable {
    /// One fault per parameter, in the order in which the type requests the parameters; never empty.
    public let faults: [ParameterError]

    /// Whether `faults` contains all faults.
    ///
    /// After a fault, the search continues with a placeholder for the value. The search may miss faults if there is
    /// no placeholder, as for an enumeration that is not `CaseIterable`, or if a structure's own initialiser throws.
    /// The list ends after 32 faults.
    public let isComplete: Bool

    /// Creates an error from faults.
    public init(_ faults: [ParameterError], isComplete: Bool = true) {
        self.faults = faults
        self.isComplete = isComplete
    }
}

extension ParametersError: CustomStringConvertible {
    /// A line for each parameter with the fault and the remedy.
    public var description: String {
        var lines = faults.map(\.description)
        if faults.count > 1 {
            // Numbered, so that the text stays readable if a log puts it on one line.
            lines = lines.enumerated().map { "\($0.offset + 1). \($0.element)" }
            lines.insert("\(faults.count) parameters do not fit:", at: 0)
        }
        if !isComplete { lines.append("there may be more: correct these and ask again") }
        return lines.joined(separator: "\n  ")
    }
}

extension DecodingError {
    var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    }
}
