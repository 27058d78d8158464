import ModuleKit

/// The user of the app; in JSON `{"guest":{}}` or `{"user":{"id":…,"name":…}}`.
enum Session: Codable, CaseIterable, Sendable, Equatable, CustomStringConvertible {
    /// An example of each case, from which `routes --schema` derives the JSON.
    static let allCases: [Session] = [.guest, .user(id: "", name: "")]

    case guest
    case user(id: String, name: String)

    /// The name by which the app addresses the user.
    var name: String { if case .user(_, let name) = self { name } else { "guest" } }

    var description: String { self == .guest ? "Nobody is logged in" : "Logged in as \(name)" }
}

extension Event<Session> {
    /// A user logged in or out.
    static var session: Event<Session> { "account.session" }
}

/// The credentials of a user: the body of `app://account/session/begin`.
struct Credentials: Codable, Equatable {
    /// The user's name in URLs.
    let user: String
    let password: String
}

/// A call of the web service `accounts`.
struct AccountAPI<Answer: Decodable & Sendable>: APICall {
    let path: RouteURL
    let body: APIBody

    var service: String { "accounts" }
    var method: HTTPMethod { .post }
    static var sensitiveParameters: Set<String> { ["password", "token"] }
}

extension AccountAPI<Login> {
    static func login(_ credentials: Credentials) -> Self {
        Self(path: "login/\(credentials.user)", body: .json(credentials))
    }
}

/// The answer of the service to a log-in.
struct Login: Decodable, Sendable {
    /// The user's display name.
    let name: String
    /// The text that authenticates the user in later calls.
    let token: String
}

/// The reason why a user was not logged in, or has no token.
enum AccountError: Error, Equatable, CustomStringConvertible {
    case unknownUser(String)
    /// The password is empty, or the service refuses it.
    case wrongPassword(user: String)
    /// Another log-in or a log-out occurred while the log-in waited for the service.
    case loggedOut(user: String)
    /// A guest has no token.
    case guest

    var description: String {
        switch self {
        case .unknownUser(let id): "there is no user \"\(id)\"; correct the name"
        case .wrongPassword(let user): "the password of \"\(user)\" is wrong; type it again"
        case .loggedOut(let user):
            "a log-out or another log-in came before the log-in of \"\(user)\" ended; log in again"
        case .guest: "no user is logged in; open app://account/login first"
        }
    }
}
