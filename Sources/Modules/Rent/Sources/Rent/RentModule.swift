public import ModuleKit
import ModuleRoutes

/// Homes to let: a list, a detail page, and a search for other modules.
struct RentModule: Module {
    static let info = ModuleInfo("Rent", "1.0", "Homes to let").team("team-rent").webServices("rent")

    private let service: HomeService

    init(context: ModuleContext) { service = HomeService(context: context) }

    var routes: [Route] {
        Open("/rent/list", taking: HomeQuery.self) { query in
            try await Page.orOffline("Homes to let", at: "app://rent/list") {
                let homes = try await service.homes(reformedBy: HomeReformer())
                return Page.homeList(homes.filter(query.matches), query: query, cities: homes.cities)
            }
        }
        .labelled(AppLabel.centre, "Homes to let")

        Open("/rent/:id", taking: HomeReference.self) { reference in
            let home = try await service.home(reference.id)
            return Page.home(home, canWrite: service.context.canOpen(home.landlord.write))
        }
        .named("detail")

        Call("/rent/search", taking: HomeQuery.self) { query in
            try await service.homes(reformedBy: HomeReformer()).filter(query.matches)
        }

        Call("/rent/annotations") { _ in try await service.homes(reformedBy: AnnotationReformer()) }
            .labelled(AppLabel.homesOnMap, "To let")
    }
}

/// The module's entry point, called by the host.
@c(switchboard_v1_Rent) public func rent(_ host: HostPointer) -> CInt { RentModule.export(to: host) }
