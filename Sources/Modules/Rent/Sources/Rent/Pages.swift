import ModuleKit

extension Page {
    /// Returns the page of one home, with links to its landlord and to the list.
    static func home(_ home: Home, canWrite: Bool) -> Page {
        Page(home.title) {
            Field("Address", "\(home.address), \(home.city)")
            Field("Rooms", String(home.rooms))
            Field("Rent", "¥\(home.monthlyRent) a month")
            Field("Landlord", home.landlord.name)
            if canWrite {
                Link("Write to \(home.landlord.name)", to: home.landlord.write)
            } else {
                "Writing to the landlord needs messages (not installed)"
            }
            Link("All homes", to: "app://rent/list")
        }
    }

    /// Returns the page of the homes that match a query, with links to other queries.
    static func homeList(_ homes: [Home], query: HomeQuery, cities: [String]) -> Page {
        Page("Homes to let") {
            if homes.isEmpty {
                "No home fits; ask for another city or a higher rent."
            } else {
                Table(["Home", "City", .trailing("Rooms"), .trailing("¥ a month")], homes) { home in
                    Table.Row([home.title, home.city, "\(home.rooms)", "\(home.monthlyRent)"], to: home.url)
                }
            }
            Heading("Look elsewhere")
            for city in cities {
                Link("Only \(city)", to: "app://rent/list?city=\(city)")
            }
            if query != HomeQuery() {
                Link("All homes", to: "app://rent/list")
            }
        }
    }
}
