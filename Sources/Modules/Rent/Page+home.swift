import ModuleKit

extension Page {
    /// One home, with ways to its landlord and back to the list.
    static func home(_ home: Home, canWrite: Bool) throws -> Page {
        try Page(home.title) {
            Field("Address", "\(home.address), \(home.city)")
            Field("Rooms", String(home.rooms))
            Field("Rent", "¥\(home.monthlyRent) a month")
            Field("Landlord", home.landlord.name)
            if canWrite {
                try Link("Write to \(home.landlord.name)", to: home.landlord.write)
            } else {
                Text("Writing to the landlord needs messages (not installed)")
            }
            Link("All homes", to: "app://rent/list")
        }
    }
}
