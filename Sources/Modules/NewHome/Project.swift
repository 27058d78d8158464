import ModuleKit

/// The calls to the server of new homes.
enum NewHomeAPI: APICall {
    case projects

    struct Answer: Decodable, Sendable { let projects: [Project] }

    var service: String { "newhome" }
    var path: RouteURL { "homes" }
}

/// A project of new homes (楼盘), in the words of its server.
struct Project: Decodable, Sendable, Equatable {
    /// The name in URLs.
    let id: String
    let name: String
    let coordinate: Coordinate
    /// In yuan a square metre.
    let averagePrice: Int
    /// The month of the opening, such as `2027-03`.
    let opening: String
    /// The floor plans, in words.
    let plans: [String]

    var url: RouteURL { "app://newhome/\(id)" }
    var price: String { "¥\(averagePrice) a m²" }

    private enum CodingKeys: String, CodingKey {
        case id = "project"
        case name = "loupan_name"
        case coordinate, opening, plans
        case averagePrice = "average_price"
    }
}

/// A place on the ground; in JSON `[longitude, latitude]`, in the order of GeoJSON (RFC 7946, 3.1.1).
struct Coordinate: Decodable, Sendable, Equatable {
    let longitude: Double
    let latitude: Double

    init(from decoder: any Decoder) throws {
        var pair = try decoder.unkeyedContainer()
        longitude = try pair.decode(Double.self)
        latitude = try pair.decode(Double.self)
    }
}

/// A reference to a project: the parameter of `/newhome/:id`.
struct ProjectReference: Decodable, Sendable {
    let id: String
}

/// Makes the projects for the pages.
struct ProjectReformer: Reformer {
    func reform(_ answer: NewHomeAPI.Answer) -> [Project] { answer.projects }
}

/// Makes the annotations of a map.
struct AnnotationReformer: Reformer {
    func reform(_ answer: NewHomeAPI.Answer) -> [Annotation] {
        answer.projects.map {
            Annotation(
                title: $0.name, price: $0.price, latitude: $0.coordinate.latitude, longitude: $0.coordinate.longitude,
                url: $0.url)
        }
    }
}

/// A home on a map, as the routes with the label `map.homes` answer it; each of these modules has a type of its own.
struct Annotation: Codable, Sendable, Equatable {
    let title: String
    let price: String
    /// In degrees north.
    let latitude: Double
    /// In degrees east.
    let longitude: Double
    let url: RouteURL
}

struct ProjectService: Sendable {
    let context: ModuleContext

    /// Returns all projects in the form that the reformer makes, in the order of the server.
    func projects<Output>(reformedBy reformer: some Reformer<NewHomeAPI.Answer, Output>) async throws -> Output {
        try await context.send(
            NewHomeAPI.projects, reformedBy: reformer, options: RequestOptions(deadline: .seconds(5)))
    }

    /// Returns one project.
    ///
    /// - Throws: `ProjectError.unknown`, and the error of the call.
    func project(_ id: String) async throws -> Project {
        let projects = try await projects(reformedBy: ProjectReformer())
        guard let project = projects.first(where: { $0.id == id }) else { throw ProjectError.unknown(id) }
        return project
    }
}

/// The reason why there is no project to show.
enum ProjectError: Error, Equatable, CustomStringConvertible {
    /// No project has this name.
    case unknown(String)

    var description: String {
        switch self {
        case .unknown(let id): "there is no project \(id.debugDescription); choose one from app://newhome/list"
        }
    }
}
