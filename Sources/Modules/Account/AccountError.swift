/// Why somebody was not logged in.
enum AccountError: Error, Equatable {
    /// Nobody has this name; `known` holds those who can log in.
    case unknownUser(String, known: [String])
}

extension AccountError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknownUser(let id, let known):
            "there is no user \"\(id)\"; log in as one of: \(known.joined(separator: ", "))"
        }
    }
}
