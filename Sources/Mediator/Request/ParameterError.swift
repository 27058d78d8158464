/// Why a parameter is not what the handler needs.
public enum ParameterError: Error, Sendable, Equatable {
    /// The parameter is neither in the path nor in the query.
    case missing(name: String, expected: String)
    /// The request has no body.
    case missingBody(expected: String)
    /// The parameter's text in path or query is not of the expected type.
    case mistyped(name: String, found: String, expected: String)
    /// The body has an array with an element that lacks a name.
    case missingInBody(name: String, expected: String)
    /// The body's value is not of the expected type; `found` is JSON, and without a name the whole body is meant.
    case mistypedInBody(name: String, found: String, expected: String)
    /// The type's own initialiser refused the value, or all of its names together, for a reason in its own words.
    case refused(name: String, found: String?, reason: String)
    /// The body cannot be read as JSON.
    case unreadableBody(reason: PayloadError)
}

extension ParameterError: CustomStringConvertible {
    /// A sentence that says what is wrong and what to do.
    public var description: String {
        switch self {
        case .missing(let name, let expected):
            "parameter \"\(name)\" is missing; add ?\(name)= with a value of type \(expected)"
        case .missingBody(let expected):
            "the body is missing; send one that is JSON for \(expected)"
        case .mistyped(let name, let found, let expected):
            "parameter \"\(name)\" is \"\(Self.short(found))\"; give a value of type \(expected)"
        case .missingInBody(let name, let expected):
            "\"\(name)\" is missing in the body; add it with a value of type \(expected)"
        case .mistypedInBody("", let found, let expected):
            "the body is \(Self.short(found)); send one that is JSON for \(expected)"
        case .mistypedInBody(let name, let found, let expected):
            "\"\(name)\" in the body is \(Self.short(found)); give a JSON value of type \(expected)"
        case .refused(let name, let found, let reason):
            (name.isEmpty ? "the request" : "parameter \"\(name)\"")
                + (found.map { " with \"\(Self.short($0))\"" } ?? "") + " is refused: \(reason); change it"
        case .unreadableBody(let reason):
            "the body cannot be read: \(reason)"
        }
    }

    /// The beginning of a text, so that a long value leaves room for what is wrong with it.
    private static func short(_ text: String) -> String {
        text.count <= shownLength ? text : text.prefix(shownLength) + "…"
    }

    private static let shownLength = 100
}
