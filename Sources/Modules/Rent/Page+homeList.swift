import ModuleKit

extension Page {
    /// The homes that match a query, then ways to other queries.
    static func homeList(_ homes: [Home], query: HomeQuery, cities: [String]) -> Page {
        Page("Homes to let") {
            if homes.isEmpty {
                Text("No home fits; ask for another city or a higher rent.")
            }
            for home in homes {
                Link("\(home.title), \(home.city), ¥\(home.monthlyRent) a month", to: home.url)
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
