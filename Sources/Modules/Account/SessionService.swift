import Synchronization

/// Keeps who is logged in, for as long as the module lives.
final class SessionService: Sendable {
    let users: [User]
    private let session = Mutex(Session.guest)

    init(users: [User] = User.demonstration) { self.users = users }

    var current: Session { session.withLock(\.self) }

    /// Logs a user in, in place of whoever was; an unknown user changes nothing.
    func logIn(_ id: String) throws(AccountError) -> Session {
        guard let user = users.first(where: { $0.id == id }) else {
            throw .unknownUser(id, known: users.map(\.id))
        }
        let new = Session.user(id: user.id, name: user.name)
        session.withLock { $0 = new }
        return new
    }

    func logOut() { session.withLock { $0 = .guest } }
}
