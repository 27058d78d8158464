/// Who lets a home.
struct Landlord: Codable, Sendable, Equatable {
    /// What URLs and messages call the landlord: ASCII letters, digits and `-`, so that it needs no escapes.
    let id: String
    let name: String
}

extension Landlord {
    /// Where to write to the landlord; which module answers there is not this module's business.
    var writeURL: String { "app://messages/write?to=\(id)" }
}
