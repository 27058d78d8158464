import ModuleKit

/// A home to let.
struct Home: Codable, Sendable, Equatable {
    let id: Int
    let title: String
    /// One word, so that a URL needs no escapes for it.
    let city: String
    let address: String
    let rooms: Int
    /// In yuan.
    let monthlyRent: Int
    let landlord: Landlord
}

extension Home {
    var url: String { "app://rent/\(id)" }
}

/// The landlord of a home.
struct Landlord: Codable, Sendable, Equatable {
    /// The landlord's name in URLs and messages.
    let id: String
    let name: String
}

extension Landlord {
    /// The route for a message to the landlord; this module does not know which module answers there.
    var write: RouteReference { MessagesRoutes.write(to: id) }
}

/// A search for homes, by the optional names `city` and `max`.
struct HomeQuery: Codable, Sendable, Equatable {
    /// The city, in any case of letters; empty means any.
    let city: String?
    /// The highest monthly rent in yuan.
    let maximumRent: Int?

    private enum CodingKeys: String, CodingKey {
        case city
        case maximumRent = "max"
    }

    init(city: String? = nil, maximumRent: Int? = nil) {
        self.city = city
        self.maximumRent = maximumRent
    }
}

extension HomeQuery {
    func matches(_ home: Home) -> Bool {
        if let city, !city.isEmpty, city.lowercased() != home.city.lowercased() { return false }
        if let maximumRent, home.monthlyRent > maximumRent { return false }
        return true
    }
}

/// A reference to a home: the parameter of `/rent/:id`.
struct HomeReference: Decodable, Sendable {
    let id: Int
}

/// The homes of the business; pages and routes only read it.
struct HomeService: Sendable {
    private let homes: [Home]

    init(homes: [Home] = Home.demonstration) { self.homes = homes }

    func home(_ id: Int) throws(HomeError) -> Home {
        guard let home = homes.first(where: { $0.id == id }) else { throw .unknown(id) }
        return home
    }

    /// Returns the matching homes, in the order of the table.
    ///
    /// - Complexity: linear in the number of homes.
    func search(_ query: HomeQuery) -> [Home] { homes.filter(query.matches) }

    /// Each city once, in alphabetical order.
    var cities: [String] { Set(homes.map(\.city)).sorted() }
}

/// The reason why there is no home to show.
enum HomeError: Error, Equatable {
    /// No home has this number.
    case unknown(Int)
}

extension HomeError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknown(let id): "there is no home \(id); choose one from app://rent/list"
        }
    }
}

extension Home {
    /// The homes of the demonstration.
    static let demonstration = [
        Home(
            id: 1, title: "衡山路一居室", city: "Shanghai", address: "徐汇区衡山路 12 号", rooms: 1, monthlyRent: 6800,
            landlord: .wang),
        Home(
            id: 2, title: "静安寺两居室", city: "Shanghai", address: "静安区愚园路 88 弄 3 号", rooms: 2,
            monthlyRent: 9500, landlord: .zhou),
        Home(
            id: 3, title: "Attic near the lilong", city: "Shanghai", address: "黄浦区建国西路 54 弄", rooms: 1,
            monthlyRent: 4200, landlord: .wang),
        Home(
            id: 4, title: "胡同小院", city: "Beijing", address: "东城区交道口南大街 7 号", rooms: 3, monthlyRent: 15000,
            landlord: .li),
        Home(
            id: 5, title: "Room by the subway", city: "Beijing", address: "海淀区中关村大街 27 号", rooms: 1,
            monthlyRent: 3600, landlord: .li),
        Home(
            id: 6, title: "西湖湖景两居室", city: "Hangzhou", address: "西湖区北山街 40 号", rooms: 2, monthlyRent: 7200,
            landlord: .zhou),
        Home(
            id: 42, title: "Studio above the bookshop", city: "Hangzhou", address: "拱墅区小河直街 42 号", rooms: 1,
            monthlyRent: 2900, landlord: .wang),
    ]
}

extension Landlord {
    fileprivate static let wang = Landlord(id: "wang", name: "王阿姨")
    fileprivate static let zhou = Landlord(id: "zhou", name: "周先生")
    fileprivate static let li = Landlord(id: "li", name: "Li Mei")
}
