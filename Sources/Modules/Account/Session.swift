import ModuleKit

/// The user of the app; in JSON `{"guest":{}}` or `{"user":{"id":…,"name":…}}`.
enum Session: Codable, Sendable, Equatable {
    /// No user has logged in.
    case guest
    /// This user has logged in.
    case user(id: String, name: String)
}

extension Session {
    /// The form of address for the user.
    var name: String {
        switch self {
        case .guest: "guest"
        case .user(_, let name): name
        }
    }
}

/// A person who can log in.
struct User: Sendable, Equatable {
    /// The user's name in URLs.
    let id: String
    /// The user's name for people.
    let name: String
}

extension User {
    /// The users of the demonstration.
    static let demonstration = DemonstrationService.userNames.map { id in
        let answer = try? DemonstrationService.answer(to: .login(userName: id, password: Credentials.anyPassword))
        return User(id: id, name: answer?.name ?? id)
    }
}

/// The credentials of a user; the body of `app://account/session/begin`.
struct Credentials: Codable, Sendable, Equatable {
    /// The user's name in URLs.
    let user: String
    /// The password; without one, a password of the demonstration, which accepts all.
    var password: String?

    /// A password of the demonstration.
    static let anyPassword = "demonstration"
}

/// The reason why a user was not logged in.
enum AccountError: Error, Equatable {
    /// No user has this name; `known` holds the existing names.
    case unknownUser(String, known: [String])
    /// The password is empty.
    case noPassword(user: String)
    /// The service refuses the password.
    case wrongPassword(user: String)
    /// The session was ended while the log-in waited for the service.
    case loggedOut(user: String)
}

extension AccountError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknownUser(let id, let known):
            "there is no user \"\(id)\"; log in as one of: \(known.joined(separator: ", "))"
        case .noPassword(let user): "the password of \"\(user)\" is empty; type one"
        case .wrongPassword(let user): "the password is not that of \"\(user)\"; type it again"
        case .loggedOut(let user): "the log-out came before the log-in of \"\(user)\" ended; log in again"
        }
    }
}
