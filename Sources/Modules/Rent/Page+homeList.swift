import ModuleKit

extension Page {
    /// The homes that match a query, then ways to other queries.
    static func homeList(_ homes: [Home], query: HomeQuery, cities: [String]) -> Page {
        Page("Homes to let") {
            if homes.isEmpty {
                Text("No home fits; ask for another city or a higher rent.")
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
