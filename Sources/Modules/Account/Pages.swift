import ModuleKit

extension Page {
    /// Returns the user centre; an entry without a module stays visible, without a link.
    static func center(
        _ session: Session, entries: [CenterEntry] = CenterEntry.all, isInstalled: (CenterEntry) -> Bool
    ) throws -> Page {
        try Page("User centre") {
            Heading("Hello, \(session.name)")
            for entry in entries where entry.isFor(session) {
                if isInstalled(entry) {
                    try Link(entry.title, to: entry.route)
                } else {
                    Text("\(entry.title) (not installed)")
                }
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

extension Page {
    /// Returns the profile of the user.
    static func profile(_ session: Session) -> Page {
        Page("Your profile") {
            if case .user(let id, let name) = session {
                Field("Name", name)
                Field("User", id)
                Link("Log out", to: "app://account/logout")
            } else {
                Text("Nobody is logged in.")
            }
        }
    }
}

/// One line of the user centre: a title and the route that it leads to, whichever module answers there.
struct CenterEntry: Sendable, Equatable {
    /// The users who see an entry.
    enum Audience: Sendable {
        case everyone, guests, users
    }

    let title: String
    let route: RouteReference
    let audience: Audience

    init(_ title: String, to route: RouteReference, for audience: Audience = .everyone) {
        self.title = title
        self.route = route
        self.audience = audience
    }

    func isFor(_ session: Session) -> Bool {
        switch audience {
        case .everyone: true
        case .guests: session == .guest
        case .users: session != .guest
        }
    }
}

extension CenterEntry {
    /// All entries of the centre; a new entry needs one new line here.
    static let all = [
        CenterEntry("Homes to let", to: RentRoutes.list()),
        CenterEntry("Messages", to: MessagesRoutes.inbox()),
        CenterEntry("Coupons", to: CouponsRoutes.list()),
        CenterEntry("Your profile", to: RouteReference("/account/profile")),
        CenterEntry("Log in", to: RouteReference("/account/login"), for: .guests),
        CenterEntry("Log out", to: RouteReference("/account/logout"), for: .users),
    ]
}
