import ModuleKit

extension Page {
    /// The log-in: a form whose call logs in, and which is dismissed with the session then.
    static func login(_ session: Session, users: [User]) -> Page {
        Page("Log in") {
            if case .user(_, let name) = session {
                Text("\(name) is logged in; whoever you choose takes over.")
            } else {
                Text("Choose who you are; the demonstration asks for no password.")
            }
            Form("Log in", calling: "app://account/session/begin", fields: [.user(of: users)])
                .then { $0.completion = .dismiss }
        }
    }
}

extension Form.Field {
    fileprivate static func user(of users: [User]) -> Form.Field {
        .choice("user", "Who are you", users.map { Form.Choice($0.id, $0.name) }).required()
    }
}
