public import ModuleKit

/// A home on a map, as returned by the routes with the label `map.homes`.
///
/// The businesses' servers use different names for the same things. Only a business's module knows its server, so its
/// reformer makes this form. The map knows neither servers nor modules, and shows a new business without a change. A
/// module of another package declares its own type with the same names.
public struct Annotation: Codable, Sendable, Equatable {
    /// The name of the home.
    public let title: String
    /// The price, as text.
    public let price: String
    /// The place, in degrees north and east.
    public let latitude, longitude: Double
    /// The page of the home.
    public let url: RouteURL

    /// Describes a home.
    public init(title: String, price: String, latitude: Double, longitude: Double, url: RouteURL) {
        (self.title, self.price, self.url) = (title, price, url)
        (self.latitude, self.longitude) = (latitude, longitude)
    }
}
