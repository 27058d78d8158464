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

extension ParameterError {
    /// The error without the values of sensitive parameters, or of a body that may hold one.
    func redacting(_ names: Set<String>) -> ParameterError {
        func isSecret(_ name: String) -> Bool {
            let root = name.prefix { $0 != "." && $0 != "[" }
            return name.isEmpty || names.contains(name) || names.contains(String(root))
        }
        switch self {
        case .mistyped(let name, _, let expected) where isSecret(name):
            return .mistyped(name: name, found: Concealment.mark, expected: expected)
        case .mistypedInBody(let name, _, let expected) where isSecret(name):
            return .mistypedInBody(name: name, found: Concealment.mark, expected: expected)
        case .refused(let name, let found, _) where isSecret(name):
            return .refused(
                name: name, found: found.map { _ in Concealment.mark }, reason: "it is not what the type takes")
        default: return self
        }
    }
}

extension Request {
    /// An error that a handler or an interceptor threw, without the values of sensitive parameters where they are the SDK's to say.
    func redacted(_ error: any Error) -> any Error {
        guard error is ParameterError || error is ParametersError else { return error }
        let names = life.redaction.concealment(of: url).names
        guard !names.isEmpty else { return error }
        if let error = error as? ParameterError { return error.redacting(names) }
        guard let error = error as? ParametersError else { return error }
        return ParametersError(error.faults.map { $0.redacting(names) }, isComplete: error.isComplete)
    }
}

/// Every parameter of a request that does not fit what the handler takes.
public struct ParametersError: Error, Sendable, Equatable {
    /// One for each parameter that does not fit, in the order in which the type asks for them; never empty.
    public let faults: [ParameterError]

    /// Whether these are all.
    ///
    /// A type's initialiser goes on after a fault only where something can stand in for the value: nothing can for a
    /// type of the module's own that refuses its raw or empty value, such as an enumeration that is not
    /// `CaseIterable`. What its structure asks for after it is then unknown. So it is after a structure's own refusal,
    /// and after the first 32 faults.
    public let isComplete: Bool

    /// Puts faults together.
    public init(_ faults: [ParameterError], isComplete: Bool = true) {
        self.faults = faults
        self.isComplete = isComplete
    }
}

extension ParametersError: CustomStringConvertible {
    /// A line for each parameter that says what is wrong and what to do.
    public var description: String {
        var lines = faults.map(\.description)
        if faults.count > 1 {
            // Numbered, so that it still reads well where a log puts it on one line.
            lines = lines.enumerated().map { "\($0.offset + 1). \($0.element)" }
            lines.insert("\(faults.count) parameters do not fit:", at: 0)
        }
        if !isComplete { lines.append("there may be more: mend what is named and ask again") }
        return lines.joined(separator: "\n  ")
    }
}

/// Turns the standard library's coding errors into a sentence that names the place.
enum CodingFault {
    static func describe(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "\"\(path(context.codingPath + [key]))\" is missing"
        case DecodingError.typeMismatch(let type, let context):
            "\"\(path(context.codingPath))\" is not of type \(type)"
        case DecodingError.valueNotFound(let type, let context):
            "\"\(path(context.codingPath))\" is null where \(type) is needed"
        case DecodingError.dataCorrupted(let context):
            context.codingPath.isEmpty
                ? reason(context.debugDescription)
                : "\"\(path(context.codingPath))\": \(reason(context.debugDescription))"
        case EncodingError.invalidValue(_, let context):
            reason(context.debugDescription)
        default:
            String(describing: error)
        }
    }

    /// The library's own words, without the full stop that would stand in the middle of a sentence.
    private static func reason(_ text: String) -> String { text.hasSuffix(".") ? String(text.dropLast()) : text }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.isEmpty ? "the value" : keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}

extension DecodingError {
    /// Where and why, whatever the kind of error.
    var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    }
}
