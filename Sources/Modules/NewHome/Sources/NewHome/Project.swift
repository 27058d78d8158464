import ModuleKit
import ModuleRoutes

/// A call of the web service `newhome`.
struct NewHomeAPI<Answer: Decodable & Sendable>: APICall {
    let path: RouteURL
    var service: String { "newhome" }
}

extension NewHomeAPI<Projects> {
    static var projects: Self { Self(path: "homes") }
}

/// The answer of the server with all projects.
struct Projects: Decodable, Sendable { let projects: [Project] }

/// A project of new homes (楼盘), with the field names of its server.
struct Project: Decodable, Sendable, Equatable {
    /// The name in URLs.
    let id: String
    let name: String
    let coordinate: Coordinate
    /// In yuan per square metre.
    let averagePrice: Int
    /// The month of the opening, such as `2027-03`.
    let opening: String
    /// The floor plans, as text.
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

/// A reformer that makes the annotations of a map.
struct AnnotationReformer: Reformer {
    func reform(_ answer: Projects) -> [Annotation] {
        answer.projects.map {
            Annotation(
                title: $0.name, price: $0.price, latitude: $0.coordinate.latitude, longitude: $0.coordinate.longitude,
                url: $0.url)
        }
    }
}

/// The access to the server's projects.
struct ProjectService: Sendable {
    private static let options = RequestOptions(deadline: .seconds(5))

    let context: ModuleContext

    /// Returns all projects, in the order of the server.
    func projects() async throws -> [Project] {
        try await context.send(NewHomeAPI.projects, options: Self.options).projects
    }

    func annotations() async throws -> [Annotation] {
        try await context.send(NewHomeAPI.projects, reformedBy: AnnotationReformer(), options: Self.options)
    }

    /// - Throws: `ProjectError.unknown`, or the error of the call.
    func project(_ id: String) async throws -> Project {
        let projects = try await projects()
        guard let project = projects.first(where: { $0.id == id }) else { throw ProjectError.unknown(id) }
        return project
    }
}

/// The reason why a project cannot be shown.
enum ProjectError: Error, Equatable, CustomStringConvertible {
    /// No project has this name.
    case unknown(String)

    var description: String {
        switch self {
        case .unknown(let id): "there is no project \(id.debugDescription); choose one from app://newhome/list"
        }
    }
}
