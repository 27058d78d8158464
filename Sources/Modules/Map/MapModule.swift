public import ModuleKit

/// The homes of all businesses on one map: all of them, or those near a place.
struct MapModule: Module {
    static let info = ModuleInfo("Map", "1.0", "The homes of all businesses on a map").team("team-map")

    static let parameterTypes = [ParameterType("city", alternatives: City.allCases.map(\.rawValue))]

    private let service: BusinessService

    init(context: ModuleContext) { service = BusinessService(context: context) }

    var routes: [Route] {
        Open("/map") { _ in Page.map("Map", try await service.map(reformedBy: EverywhereReformer())) }
            .labelled("account.centre", "Homes on the map")

        Open("/map/nearby", taking: Place.self) { place in
            Page.map("Homes nearby", try await service.map(reformedBy: try place.reformer()))
        }

        Open("/map/:city<city>", taking: CityReference.self) { reference in
            let city = reference.city
            return Page.map(
                "Homes in \(city.name)", try await service.map(reformedBy: NearbyReformer(place: city.centre)))
        }
        .named("city")
    }
}

extension Page {
    /// Returns the page of a map: a table of the homes, one line for each business that failed, and the cities.
    static func map(_ title: String, _ map: MapContent) -> Page {
        Page(title) {
            if !map.annotations.isEmpty {
                Table(["Home", "Business", .trailing("Price"), .trailing("Distance")], map.annotations) { home in
                    Table.Row([home.title, home.business, home.price, home.distance], to: home.url)
                }
            } else if map.failures.isEmpty {
                "No business has homes for the map; install one, such as Rent."
            }
            for failure in map.failures {
                Container(failure.business) {}.failed(failure.words)
            }
            Heading("Look around")
            for city in City.allCases { Link(city.name, to: city.url) }
        }
    }
}

/// The module's entry point, called by the host.
@c(switchboard_v1_Map) public func map(_ host: HostPointer) -> CInt { MapModule.export(to: host) }
