/// A home to let.
struct Home: Codable, Sendable, Equatable {
    let id: Int
    let title: String
    /// One word, so that it stands in a URL as it is.
    let city: String
    let address: String
    let rooms: Int
    /// In yuan.
    let monthlyRent: Int
    let landlord: Landlord
}

extension Home {
    var url: String { "app://rent/\(id)" }
}
