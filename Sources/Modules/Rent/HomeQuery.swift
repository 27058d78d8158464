/// Which homes somebody looks for; by the names `city` and `max`, each of which may be left out.
struct HomeQuery: Codable, Sendable, Equatable {
    /// The city, in any case; empty means any.
    let city: String?
    /// The highest monthly rent in yuan.
    let maximumRent: Int?

    private enum CodingKeys: String, CodingKey {
        case city
        case maximumRent = "max"
    }

    init(city: String? = nil, maximumRent: Int? = nil) {
        self.city = city
        self.maximumRent = maximumRent
    }
}

extension HomeQuery {
    func matches(_ home: Home) -> Bool {
        if let city, !city.isEmpty, city.lowercased() != home.city.lowercased() { return false }
        if let maximumRent, home.monthlyRent > maximumRent { return false }
        return true
    }
}
