/// What the business knows of homes; pages and routes only ask it.
struct HomeService: Sendable {
    private let homes: [Home]

    init(homes: [Home] = Home.demonstration) { self.homes = homes }

    func home(_ id: Int) throws(HomeError) -> Home {
        guard let home = homes.first(where: { $0.id == id }) else { throw .unknown(id) }
        return home
    }

    /// The homes that match, in the order of the table. Linear in the number of homes.
    func search(_ query: HomeQuery) -> [Home] { homes.filter(query.matches) }

    /// Each city once, in alphabetical order.
    var cities: [String] { Set(homes.map(\.city)).sorted() }
}
