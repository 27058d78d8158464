import ModuleKit
import ModuleRoutes

/// A call of the web service `secondhand`.
struct SecondHandAPI<Answer: Decodable & Sendable>: APICall {
    let path: RouteURL
    var service: String { "secondhand" }
}

extension SecondHandAPI<Houses> {
    static var houses: Self { Self(path: "homes") }
}

/// The answer of the server with all houses.
struct Houses: Decodable, Sendable { let houses: [House] }

/// A second-hand home, with the field names of its server.
struct House: Decodable, Sendable, Equatable {
    let id: Int
    let name: String
    let location: Location
    /// In square metres.
    let floorArea: Double
    /// In 10,000 yuan.
    let totalPrice: Int
    /// The year of construction.
    let built: Int

    struct Location: Decodable, Sendable, Equatable {
        let latitude: Double
        let longitude: Double
    }

    private enum CodingKeys: String, CodingKey {
        case id = "house_id"
        case name, location, built
        case floorArea = "floor_area"
        case totalPrice = "total_price"
    }

    var url: RouteURL { "app://secondhand/\(id)" }
    var price: String { "¥\(totalPrice)万" }
    /// In yuan, rounded; `nil` for a house without a floor area.
    var pricePerSquareMetre: Int? {
        floorArea > 0 ? Int(exactly: (Double(totalPrice) * 10_000 / floorArea).rounded()) : nil
    }
}

/// A reference to a house: the parameter of `/secondhand/:id`.
struct HouseReference: Decodable, Sendable {
    let id: Int
}

/// A reformer that makes the annotations of a map.
struct AnnotationReformer: Reformer {
    func reform(_ answer: Houses) -> [Annotation] {
        answer.houses.map {
            Annotation(
                title: $0.name, price: $0.price, latitude: $0.location.latitude, longitude: $0.location.longitude,
                url: $0.url)
        }
    }
}

/// The access to the server's houses.
struct HouseService: Sendable {
    private static let options = RequestOptions(deadline: .seconds(5))

    let context: ModuleContext

    /// Returns all houses, in the order of the server.
    func houses() async throws -> [House] { try await context.send(SecondHandAPI.houses, options: Self.options).houses }

    func annotations() async throws -> [Annotation] {
        try await context.send(SecondHandAPI.houses, reformedBy: AnnotationReformer(), options: Self.options)
    }

    /// - Throws: `HouseError.unknown`, or the error of the call.
    func house(_ id: Int) async throws -> House {
        let houses = try await houses()
        guard let house = houses.first(where: { $0.id == id }) else { throw HouseError.unknown(id) }
        return house
    }
}

/// The reason why a house cannot be shown.
enum HouseError: Error, Equatable, CustomStringConvertible {
    /// No house has this number.
    case unknown(Int)

    var description: String {
        switch self {
        case .unknown(let id): "there is no second-hand home \(id); choose one from app://secondhand/list"
        }
    }
}
