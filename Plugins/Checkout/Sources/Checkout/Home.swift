import ModuleKit

/// The part of a home that a bill needs, from the answer of `app://rent/search`.
struct Home: Codable, Sendable {
    let id: Int
    let title: String
    /// In yuan.
    let monthlyRent: Int

    var url: RouteURL { "app://rent/\(id)" }
}
