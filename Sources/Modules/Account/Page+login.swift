import ModuleKit

extension Page {
    /// The log-in: one link for each user.
    static func login(_ session: Session, users: [User]) -> Page {
        Page("Log in") {
            if case .user(_, let name) = session {
                Text("\(name) is logged in; whoever you choose takes over.")
            } else {
                Text("Choose who you are; the demonstration asks for no password.")
            }
            for user in users {
                Link(user.name, to: "app://account/login/\(user.id)")
            }
        }
    }
}
