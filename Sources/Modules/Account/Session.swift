import ModuleKit

/// The user of the app; in JSON `{"guest":{}}` or `{"user":{"id":…,"name":…}}`.
enum Session: Codable, CaseIterable, Sendable, Equatable, CustomStringConvertible {
    /// An example of each case, from which `routes --schema` knows the JSON.
    static let allCases: [Session] = [.guest, .user(id: "", name: "")]

    case guest
    case user(id: String, name: String)

    /// The form of address for the user.
    var name: String { if case .user(_, let name) = self { name } else { "guest" } }

    var description: String { self == .guest ? "Nobody is logged in" : "Logged in as \(name)" }
}

/// The credentials of a user: the body of `app://account/session/begin`, and a call of the web service `accounts`.
struct Credentials: Codable, APICall, Equatable {
    /// The user's name in URLs.
    let user: String
    let password: String

    /// The answer of the service.
    struct Answer: Decodable, Sendable {
        /// The user's name for people.
        let name: String
        /// The text that stands for the user in later calls.
        let token: String
    }

    static let service = "accounts"

    var service: String { Self.service }
    var path: RouteURL { "login/\(user)" }
    var method: HTTPMethod { .post }
    var body: APIBody { .json(["user": user, "password": password]) }
    static var sensitiveParameters: Set<String> { ["password", "token"] }
}

/// The reason why a user was not logged in, or has no token.
enum AccountError: Error, Equatable, CustomStringConvertible {
    case unknownUser(String)
    /// The password is empty, or the service refuses it.
    case wrongPassword(user: String)
    /// The session was ended while the log-in waited for the service.
    case loggedOut(user: String)
    /// A guest has no token.
    case guest

    var description: String {
        switch self {
        case .unknownUser(let id): "there is no user \"\(id)\"; correct the name"
        case .wrongPassword(let user): "the password is not that of \"\(user)\"; type it again"
        case .loggedOut(let user): "the log-out came before the log-in of \"\(user)\" ended; log in again"
        case .guest: "no user is logged in; open app://account/login first"
        }
    }
}
