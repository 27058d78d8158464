/// What a bill needs of a home, of all that `app://rent/search` answers.
struct Home: Codable, Sendable {
    let id: Int
    let title: String
    /// In yuan.
    let monthlyRent: Int
}
