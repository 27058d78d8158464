import ModuleKit

/// A home in the form that all routes with the label `map.homes` answer.
///
/// The servers of the businesses name the same things differently. The module of a business alone knows its server, so its
/// own reformer makes this form; the map knows neither servers nor modules, and another business appears without a change
/// here. What the map shows of the homes, and where it measures from, is the choice of a reformer of the map.
struct BusinessHome: Decodable, Sendable {
    let title: String
    let price: String
    let latitude: Double
    let longitude: Double
    let url: RouteURL
}

/// The homes of one business.
struct Business: Sendable {
    /// The text of its label.
    let name: String
    let homes: [BusinessHome]
}

/// A home on the map.
struct Annotation: Sendable, Equatable {
    let title: String
    let business: String
    let price: String
    /// In words, such as `1.2 km`.
    let distance: String
    let url: RouteURL
}

extension BusinessHome {
    fileprivate var position: Position { Position(latitude: latitude, longitude: longitude) }

    fileprivate func annotation(of business: String, distance: String) -> Annotation {
        Annotation(title: title, business: business, price: price, distance: distance, url: url)
    }
}

/// Makes an annotation of each home, with the distance from the nearest city, in the order of the businesses.
struct EverywhereReformer: Reformer {
    func reform(_ businesses: [Business]) -> [Annotation] {
        businesses.flatMap { business in
            business.homes.map { home in
                home.annotation(of: business.name, distance: Self.distance(of: home.position))
            }
        }
    }

    private static func distance(of position: Position) -> String {
        let distances = City.allCases.map { (city: $0, kilometres: $0.centre.distance(to: position)) }
        guard let nearest = distances.min(by: { $0.kilometres < $1.kilometres }) else { return "" }
        return "\(words(nearest.kilometres)) from \(nearest.city.name)"
    }

    /// Returns a distance in words.
    static func words(_ kilometres: Double) -> String { "\((kilometres * 10).rounded() / 10) km" }
}

/// Makes annotations of the homes that are nearest to a place, the nearest first.
struct NearbyReformer: Reformer {
    static let usualLimit = 10

    let place: Position
    var limit = usualLimit

    func reform(_ businesses: [Business]) -> [Annotation] {
        let homes = businesses.flatMap { business in
            business.homes.map { (home: $0, business: business.name, kilometres: place.distance(to: $0.position)) }
        }
        return homes.sorted { $0.kilometres < $1.kilometres }.prefix(limit).map {
            $0.home.annotation(of: $0.business, distance: EverywhereReformer.words($0.kilometres))
        }
    }
}
