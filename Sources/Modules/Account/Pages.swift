import ModuleKit

extension Page {
    /// Returns the user centre, with a link for each entry that is opened by a URL without parameters.
    static func center(_ session: Session, entries: [LabelledRoute]) -> Page {
        Page("User centre") {
            Heading("Hello, \(session.name)")
            for entry in entries where entry.verb == .open {
                if let url = entry.url { Link(entry.text ?? entry.pattern, to: url) }
            }
        }
    }
}

extension Page {
    /// Returns the log-in: a form whose call logs in, and that is then dismissed with the session.
    static func login(_ session: Session, users: [User]) -> Page {
        Page("Log in") {
            if case .user(_, let name) = session {
                Text("\(name) is logged in; the user that you choose takes over.")
            } else {
                Text("Choose who you are; the demonstration takes any password.").with(style: .secondary)
            }
            Form(
                "Log in", calling: "app://account/session/begin",
                fields: [.user(of: users), .secret("password", "Password").required()]
            )
            .then { $0.completion = .dismiss }
        }
    }
}

extension Form.Field {
    fileprivate static func user(of users: [User]) -> Form.Field {
        .choice("user", "Who are you", users.map { Form.Choice($0.id, $0.name) }).required()
    }
}

extension Page {
    /// Returns the profile of the user.
    static func profile(_ session: Session) -> Page {
        Page("Your profile") {
            if case .user(let id, let name) = session {
                Field("Name", name)
                Field("User", id)
                Link("Log out", to: "app://account/logout")
            } else {
                Text("You are not logged in.")
            }
        }
    }
}
