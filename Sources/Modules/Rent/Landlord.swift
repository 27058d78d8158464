import ModuleKit

/// Who lets a home.
struct Landlord: Codable, Sendable, Equatable {
    /// What URLs and messages call the landlord.
    let id: String
    let name: String
}

extension Landlord {
    /// Where to write to the landlord; which module answers there is not this module's business.
    var write: RouteReference { MessagesRoutes.write(to: id) }
}
