/// Why a value could not be carried or read.
public enum PayloadError: Error, Sendable, Equatable {
    /// The bytes are not JSON.
    case invalidJSON(reason: String)
    /// The value cannot be encoded as JSON.
    case notEncodable(type: String, reason: String)
    /// The value is not of the wanted type.
    case mismatch(expected: String, found: String, reason: String)
}

extension PayloadError: CustomStringConvertible {
    /// A sentence that says what is wrong and what to do.
    public var description: String {
        switch self {
        case .invalidJSON(let reason):
            "the body is not JSON: \(reason); write a value such as {\"text\":\"hello\"}, "
                + "in single quotes where a shell reads it"
        case .notEncodable(let type, let reason):
            "a value of type \(type) cannot be encoded as JSON: \(reason); answer with a value that can"
        case .mismatch(let expected, let found, let reason):
            "expected \(expected), found \(found) that does not fit: \(reason); "
                + "send what the route takes, or ask for what it answers"
        }
    }
}
