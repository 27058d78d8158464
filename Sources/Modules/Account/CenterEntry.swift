import ModuleKit

/// One line of the user centre: a title and the route that it leads to, whichever module answers there.
struct CenterEntry: Sendable, Equatable {
    /// Who sees an entry.
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
    /// The whole centre; a new entry is a new line here and nothing else.
    static let all = [
        CenterEntry("Homes to let", to: RentRoutes.list()),
        CenterEntry("Messages", to: MessagesRoutes.inbox()),
        CenterEntry("Coupons", to: CouponsRoutes.list()),
        CenterEntry("Your profile", to: RouteReference("/account/profile")),
        CenterEntry("Log in", to: RouteReference("/account/login"), for: .guests),
        CenterEntry("Log out", to: RouteReference("/account/logout"), for: .users),
    ]
}
