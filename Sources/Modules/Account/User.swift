/// Somebody who can log in.
struct User: Sendable, Equatable {
    /// What URLs call the user.
    let id: String
    /// What people call the user.
    let name: String
}

extension User {
    /// The users of the demonstration.
    static let demonstration = [
        User(id: "lin", name: "林晓"),
        User(id: "chen", name: "陈一鸣"),
        User(id: "maria", name: "María Gómez"),
    ]
}
