import Synchronization

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

/// The user, as long as the module lives.
final class SessionService: Sendable {
    let users: [User]
    private let session = Mutex(Session.guest)

    init(users: [User] = User.demonstration) { self.users = users }

    var current: Session { session.withLock(\.self) }

    /// Logs a user in, in place of the present one; an unknown user changes nothing.
    func logIn(_ id: String) throws(AccountError) -> Session {
        guard let user = users.first(where: { $0.id == id }) else {
            throw .unknownUser(id, known: users.map(\.id))
        }
        let new = Session.user(id: user.id, name: user.name)
        session.withLock { $0 = new }
        return new
    }

    func logOut() { session.withLock { $0 = .guest } }
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
    static let demonstration = [
        User(id: "lin", name: "林晓"),
        User(id: "chen", name: "陈一鸣"),
        User(id: "maria", name: "María Gómez"),
    ]
}

/// The credentials of a user; the body of `app://account/session/begin`.
struct Credentials: Codable, Sendable, Equatable {
    /// The user's name in URLs.
    let user: String
}

/// The reason why a user was not logged in.
enum AccountError: Error, Equatable {
    /// No user has this name; `known` holds the existing names.
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
