public import ModuleKit
import ModuleRoutes

/// The homes of all businesses on one map: all homes, or the homes near a place.
struct MapModule: Module {
    static let info = ModuleInfo("Map", "1.0", "The homes of all businesses on a map").team("team-map")

    static let parameterTypes = [ParameterType("city", alternatives: City.allCases.map(\.rawValue))]

    private let context: ModuleContext

    init(context: ModuleContext) { self.context = context }

    var routes: [Route] {
        Open("/map") { _ in await map("Map", EverywhereReformer().reform) }
            .labelled(AppLabel.centre, "Homes on the map")

        Open("/map/nearby", taking: Place.self) { place in await map("Homes nearby", try place.reformer().reform) }

        Open("/map/:city<city>", taking: CityReference.self) { reference in
            let city = reference.city
            return await map("Homes in \(city.name)", NearbyReformer(place: city.centre).reform)
        }
        .named("city")
    }

    /// Returns a page of the homes of all businesses, as converted by a reformer.
    private func map(_ title: String, _ pins: @escaping @Sendable ([Business]) -> [Pin]) async -> Page {
        let model = MapModel(context, reformedBy: pins)
        await model.load()
        return Page(title, showing: model)
    }
}

/// The module's entry point, called by the host.
@c(switchboard_v1_Map) public func map(_ host: HostPointer) -> CInt { MapModule.export(to: host) }
