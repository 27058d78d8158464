import ModuleKit
import ModuleRoutes

/// A home to let.
struct Home: Codable, Sendable, Equatable {
    let id: Int
    let title: String
    let city: String
    let address: String
    let rooms: Int
    /// In yuan.
    let monthlyRent: Int
    let landlord: Landlord

    var url: RouteURL { "app://rent/\(id)" }
}

struct Landlord: Codable, Sendable, Equatable {
    /// The landlord's name in URLs and messages.
    let id: String
    let name: String

    /// The URL for a message to the landlord; this module does not know which module answers the URL.
    var write: RouteURL { MessagesRoutes.write(to: id) }
}

/// A search for homes, with the optional parameters `city` and `max`.
struct HomeQuery: Codable, Sendable, Equatable {
    /// The city, compared without case; empty for any city.
    let city: String?
    /// The maximum monthly rent, in yuan.
    let maximumRent: Int?

    private enum CodingKeys: String, CodingKey {
        case city
        case maximumRent = "max"
    }

    init(city: String? = nil, maximumRent: Int? = nil) {
        self.city = city
        self.maximumRent = maximumRent
    }

    func matches(_ home: Home) -> Bool {
        if let city, !city.isEmpty, city.lowercased() != home.city.lowercased() { return false }
        if let maximumRent, home.monthlyRent > maximumRent { return false }
        return true
    }
}

/// A reference to a home: the parameter of `/rent/:id`.
struct HomeReference: Decodable, Sendable {
    let id: Int
}

/// The reason why a home cannot be shown.
enum HomeError: Error, Equatable, CustomStringConvertible {
    /// No home has this number.
    case unknown(Int)

    var description: String {
        switch self {
        case .unknown(let id): "there is no home \(id); choose one from app://rent/list"
        }
    }
}

extension [Home] {
    /// Each city once, in alphabetical order.
    var cities: [String] { Set(map(\.city)).sorted() }
}
