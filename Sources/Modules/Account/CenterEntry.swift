/// One line of the user centre: a title and the URL that it leads to, whichever module answers there.
struct CenterEntry: Sendable, Equatable {
    /// Who sees an entry.
    enum Audience: Sendable {
        case everyone, guests, users
    }

    let title: String
    let url: String
    let audience: Audience

    init(_ title: String, to url: String, for audience: Audience = .everyone) {
        self.title = title
        self.url = url
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
    /// The whole centre; a new entry is a new line here and nothing else.
    static let all = [
        CenterEntry("Homes to let", to: "app://rent/list"),
        CenterEntry("Messages", to: "app://messages/inbox"),
        CenterEntry("Coupons", to: "app://coupons/list"),
        CenterEntry("Your profile", to: "app://account/profile"),
        CenterEntry("Log in", to: "app://account/login", for: .guests),
        CenterEntry("Log out", to: "app://account/logout", for: .users),
    ]
}
