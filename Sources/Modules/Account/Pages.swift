import ModuleKit

/// The user centre: a greeting, and an entry for each route of any module with its label, whose URL has no parameters. An
/// entry is a link, or an action for a route that is called.
final class CenterModel: ViewModel {
    private let session: Live<Session>
    private let entries: (all: [LabelledRoute], guest: [LabelledRoute], user: [LabelledRoute])

    init(_ session: Live<Session>, context: ModuleContext) {
        self.session = session
        entries = (
            context.routes(labelled: "account.centre"), context.routes(labelled: "account.centre.guest"),
            context.routes(labelled: "account.centre.user")
        )
    }

    var content: [PageElement] {
        Heading("Hello, \(session.value.name)")
        for entry in entries.all + (session.value == .guest ? entries.guest : entries.user) {
            if let url = entry.url {
                let title = entry.text ?? entry.pattern
                if entry.verb == .open { Link(title, to: url) } else { Action(title, calling: url) }
            }
        }
    }
}

extension Page {
    /// Returns the log-in: a form whose call logs in, and that is then dismissed with the session.
    static func login(_ session: Session) -> Page {
        Page("Log in") {
            if case .user(_, let name) = session { "\(name) is logged in until another user logs in." }
            Form("Log in", calling: "app://account/session/begin", then: .dismiss) {
                TextField("user", "User").required()
                SecretField("password", "Password").required()
            }
        }
    }

    static func profile(_ session: Session) -> Page {
        Page("Your profile") {
            if case .user(let id, let name) = session {
                Field("Name", name)
                Field("User", id)
                Action("Log out", calling: "app://account/logout", then: .open(url: "app://account/center"))
            } else {
                "You are not logged in."
            }
        }
    }
}
