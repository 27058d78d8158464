import ModuleKit

/// The calls to the server of homes to let.
enum RentAPI: APICall {
    case homes

    typealias Answer = [Listing]

    var service: String { "rent" }
    var path: RouteURL { "homes" }

    /// A home in the words of the server.
    struct Listing: Decodable, Sendable {
        let id: Int
        let title: String
        let city: String
        let address: String
        let lat: Double
        let lng: Double
        let rooms: Int
        let monthlyRent: Int
        let landlord: Landlord

        private enum CodingKeys: String, CodingKey {
            case id, title, city, address, lat, lng, rooms, landlord
            case monthlyRent = "monthly_rent"
        }
    }
}

/// Makes the homes for the pages and for other modules.
struct HomeReformer: Reformer {
    func reform(_ listings: [RentAPI.Listing]) -> [Home] {
        listings.map {
            Home(
                id: $0.id, title: $0.title, city: $0.city, address: $0.address, rooms: $0.rooms,
                monthlyRent: $0.monthlyRent, landlord: $0.landlord)
        }
    }
}

/// Makes the annotations of a map.
struct AnnotationReformer: Reformer {
    func reform(_ listings: [RentAPI.Listing]) -> [Annotation] {
        listings.map {
            Annotation(
                title: $0.title, price: "¥\($0.monthlyRent) a month", latitude: $0.lat, longitude: $0.lng,
                url: "app://rent/\($0.id)")
        }
    }
}

/// A home on a map, as the routes with the label `map.homes` answer it; each of these modules has a type of its own.
struct Annotation: Codable, Sendable, Equatable {
    let title: String
    let price: String
    /// In degrees north.
    let latitude: Double
    /// In degrees east.
    let longitude: Double
    let url: RouteURL
}

/// The homes of the server.
struct HomeService: Sendable {
    let context: ModuleContext

    /// Returns all homes in the form that the reformer makes, in the order of the server.
    func homes<Output>(reformedBy reformer: some Reformer<RentAPI.Answer, Output>) async throws -> Output {
        try await context.send(RentAPI.homes, reformedBy: reformer, options: RequestOptions(deadline: .seconds(5)))
    }

    /// Returns one home.
    ///
    /// - Throws: `HomeError.unknown`, and the error of the call.
    func home(_ id: Int) async throws -> Home {
        let homes = try await homes(reformedBy: HomeReformer())
        guard let home = homes.first(where: { $0.id == id }) else { throw HomeError.unknown(id) }
        return home
    }
}
