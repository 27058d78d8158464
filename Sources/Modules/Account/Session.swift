import Synchronization

/// Who uses the app; in JSON `{"guest":{}}` or `{"user":{"id":…,"name":…}}`.
enum Session: Codable, Sendable, Equatable {
    /// Nobody has logged in.
    case guest
    /// This user has logged in.
    case user(id: String, name: String)
}

extension Session {
    /// How to address whoever it is.
    var name: String {
        switch self {
        case .guest: "guest"
        case .user(_, let name): name
        }
    }
}

/// Keeps who is logged in, for as long as the module lives.
final class SessionService: Sendable {
    let users: [User]
    private let session = Mutex(Session.guest)

    init(users: [User] = User.demonstration) { self.users = users }

    var current: Session { session.withLock(\.self) }

    /// Logs a user in, in place of whoever was; an unknown user changes nothing.
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

/// Somebody who can log in.
struct User: Sendable, Equatable {
    /// What URLs call the user.
    let id: String
    /// What people call the user.
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

/// Who wants to log in; the body of `app://account/session/begin`.
struct Credentials: Codable, Sendable, Equatable {
    /// The user, as URLs call them.
    let user: String
}

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
