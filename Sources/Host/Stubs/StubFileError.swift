import ModuleKit

/// Why a file of stubs cannot be used.
enum StubFileError: Error, Sendable, Equatable {
    case unreadable(file: String, FileError)
    case notJSON(file: String, reason: String)
    /// It is JSON, but no object with patterns.
    case noTable(file: String)
    /// What stands behind a pattern is no answer.
    case noAnswer(SourceLocation, pattern: String)
    /// A pattern is not in the routing language, or two match the same URLs.
    case pattern(RegistrationError)
}

extension StubFileError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unreadable(let file, let error): "\(file) cannot be read: \(error); name a JSON file with stubs"
        case .notJSON(let file, let reason): "\(file) is not JSON: \(reason); write \(Self.example)"
        case .noTable(let file): "\(file) is no object with patterns; write \(Self.example)"
        case .noAnswer(let location, let pattern):
            "the stub for \(pattern) (\(location)) is no answer; write one of \(StubAnswer.forms)"
        case .pattern(let error): "\(error)"
        }
    }

    private static let example = #"{"app://rent/list":{"page":"Homes"},"app://rent/count":{"value":7}}"#
}
