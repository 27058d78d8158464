import ModuleKit
import ModuleRoutes

/// A call of the web service `rent`.
struct RentAPI<Answer: Decodable & Sendable>: APICall {
    let path: RouteURL
    var service: String { "rent" }
}

extension RentAPI<[Listing]> {
    static var homes: Self { Self(path: "homes") }
}

/// A home, with the field names of its server.
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

/// A reformer that makes the homes for pages and for other modules.
struct HomeReformer: Reformer {
    func reform(_ listings: [Listing]) -> [Home] {
        listings.map {
            Home(
                id: $0.id, title: $0.title, city: $0.city, address: $0.address, rooms: $0.rooms,
                monthlyRent: $0.monthlyRent, landlord: $0.landlord)
        }
    }
}

/// A reformer that makes the annotations of a map.
struct AnnotationReformer: Reformer {
    func reform(_ listings: [Listing]) -> [Annotation] {
        listings.map {
            Annotation(
                title: $0.title, price: "¥\($0.monthlyRent) a month", latitude: $0.lat, longitude: $0.lng,
                url: "app://rent/\($0.id)")
        }
    }
}

/// The access to the server's homes.
struct HomeService: Sendable {
    let context: ModuleContext

    /// Returns all homes as converted by a reformer, in the order of the server.
    func homes<Output>(reformedBy reformer: some Reformer<[Listing], Output>) async throws -> Output {
        try await context.send(RentAPI.homes, reformedBy: reformer, options: RequestOptions(deadline: .seconds(5)))
    }

    /// - Throws: `HomeError.unknown`, or the error of the call.
    func home(_ id: Int) async throws -> Home {
        let homes = try await homes(reformedBy: HomeReformer())
        guard let home = homes.first(where: { $0.id == id }) else { throw HomeError.unknown(id) }
        return home
    }
}
