public import ModuleKit

/// A home on a map, as the routes with the label `map.homes` answer it.
///
/// The servers of the businesses name the same things differently. The module of a business alone knows its server, so
/// its own reformer makes this form; the map knows neither servers nor modules, and another business appears without a
/// change there. A module of another package has a type of its own with these names.
public struct Annotation: Codable, Sendable, Equatable {
    /// The name of the home.
    public let title: String
    /// The price in words.
    public let price: String
    /// The place in degrees north and east.
    public let latitude, longitude: Double
    /// The page of the home.
    public let url: RouteURL

    /// Describes a home.
    public init(title: String, price: String, latitude: Double, longitude: Double, url: RouteURL) {
        (self.title, self.price, self.url) = (title, price, url)
        (self.latitude, self.longitude) = (latitude, longitude)
    }
}
