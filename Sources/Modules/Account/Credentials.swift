/// Who wants to log in; the body of `app://account/session/begin`.
struct Credentials: Codable, Sendable, Equatable {
    /// The user, as URLs call them.
    let user: String
}
