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
