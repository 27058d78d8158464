/// What this module reads of the answer of `app://account/session`.
struct Session: Decodable, Sendable, Equatable {
    /// Who has logged in, or `nil` for a guest.
    let user: User?

    /// A user who has logged in.
    struct User: Decodable, Sendable, Equatable {
        let name: String
    }

    static let guest = Session(user: nil)
}
