/// The part of the answer of `app://account/session` that this module reads.
struct Session: Decodable, Sendable, Equatable {
    /// The user who has logged in, or `nil` for a guest.
    let user: User?

    /// A user who has logged in.
    struct User: Decodable, Sendable, Equatable {
        let name: String
    }

    static let guest = Session(user: nil)
}
