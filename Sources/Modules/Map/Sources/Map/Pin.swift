import ModuleKit
import ModuleRoutes

/// The homes of one business.
struct Business: Sendable {
    /// The text of the map's label on the business's route.
    let name: String
    let homes: [Annotation]
}

/// A home on the map, as text; a reformer chooses the homes and the place from which distances are measured.
struct Pin: Sendable, Equatable {
    let title: String
    let business: String
    let price: String
    /// Such as `1.2 km`.
    let distance: String
    let url: RouteURL

    init(_ home: Annotation, of business: String, distance: String) {
        (title, price, url) = (home.title, home.price, home.url)
        (self.business, self.distance) = (business, distance)
    }
}

extension Annotation {
    fileprivate var position: Position { Position(latitude: latitude, longitude: longitude) }
}

/// A reformer that makes a pin of each home, in the order of the businesses; distances are from the nearest city.
struct EverywhereReformer: Reformer {
    func reform(_ businesses: [Business]) -> [Pin] {
        businesses.flatMap { business in
            business.homes.map { Pin($0, of: business.name, distance: Self.distance(of: $0.position)) }
        }
    }

    private static func distance(of position: Position) -> String {
        let distances = City.allCases.map { (city: $0, kilometres: $0.centre.distance(to: position)) }
        guard let nearest = distances.min(by: { $0.kilometres < $1.kilometres }) else { return "" }
        return "\(words(nearest.kilometres)) from \(nearest.city.name)"
    }

    /// Returns a distance as text.
    static func words(_ kilometres: Double) -> String { "\((kilometres * 10).rounded() / 10) km" }
}

/// A reformer that makes pins of the homes nearest to a place, the nearest first.
struct NearbyReformer: Reformer {
    static let usualLimit = 10

    let place: Position
    var limit = usualLimit

    func reform(_ businesses: [Business]) -> [Pin] {
        let homes = businesses.flatMap { business in
            business.homes.map { (home: $0, business: business.name, kilometres: place.distance(to: $0.position)) }
        }
        return homes.sorted { $0.kilometres < $1.kilometres }.prefix(limit).map {
            Pin($0.home, of: $0.business, distance: EverywhereReformer.words($0.kilometres))
        }
    }
}
