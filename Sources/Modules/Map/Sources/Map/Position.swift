import Glibc
import ModuleKit

/// A place on the ground, in degrees.
struct Position: Sendable, Equatable {
    let latitude: Double
    let longitude: Double

    /// Returns the distance in kilometres along a great circle of a sphere with the mean radius of the Earth.
    func distance(to other: Position) -> Double {
        let (first, second) = (latitude * .pi / 180, other.latitude * .pi / 180)
        let (north, east) = (second - first, (other.longitude - longitude) * .pi / 180)
        let haversine = pow(sin(north / 2), 2) + cos(first) * cos(second) * pow(sin(east / 2), 2)
        return 2 * 6371.0088 * asin(min(1, haversine.squareRoot()))
    }
}

/// The cities of the app, which are a parameter type; the map of all homes measures distances from them.
enum City: String, CaseIterable, Decodable, Sendable {
    case beijing, hangzhou, shanghai

    var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    var centre: Position {
        switch self {
        case .beijing: Position(latitude: 39.9042, longitude: 116.4074)
        case .hangzhou: Position(latitude: 30.2741, longitude: 120.1551)
        case .shanghai: Position(latitude: 31.2304, longitude: 121.4737)
        }
    }

    var url: RouteURL { "app://map/\(rawValue)" }
}

/// The city of `/map/:city`.
struct CityReference: Decodable, Sendable {
    let city: City
}

/// A place to search around: the parameters of `/map/nearby`.
struct Place: Decodable, Sendable {
    /// In degrees north.
    let lat: Double
    /// In degrees east.
    let lng: Double
    /// The maximum number of homes; 10 by default.
    let limit: Int?

    /// Returns the reformer for the homes nearby.
    func reformer() throws(MapError) -> NearbyReformer {
        guard (-90...90).contains(lat), (-180...180).contains(lng) else {
            throw .noPlace(latitude: lat, longitude: lng)
        }
        let limit = limit ?? NearbyReformer.usualLimit
        guard (1...100).contains(limit) else { throw .limit(limit) }
        return NearbyReformer(place: Position(latitude: lat, longitude: lng), limit: limit)
    }
}

/// The reason why a map cannot be shown.
enum MapError: Error, Equatable, CustomStringConvertible {
    /// The degrees are outside of the globe.
    case noPlace(latitude: Double, longitude: Double)
    /// The number of homes is too small or too large.
    case limit(Int)

    var description: String {
        switch self {
        case .noPlace(let latitude, let longitude):
            "lat=\(latitude) and lng=\(longitude) are out of range; "
                + "write lat from -90 to 90 and lng from -180 to 180"
        case .limit(let limit): "\(limit) homes cannot be shown; write a limit from 1 to 100"
        }
    }
}
