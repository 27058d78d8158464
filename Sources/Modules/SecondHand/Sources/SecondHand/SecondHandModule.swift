public import ModuleKit
import ModuleRoutes

/// Second-hand homes: a list, a detail page, and the homes for a map.
struct SecondHandModule: Module {
    static let info = ModuleInfo("SecondHand", "1.0", "Second-hand homes").team("team-secondhand")
        .webServices("secondhand")

    private let service: HouseService

    init(context: ModuleContext) { service = HouseService(context: context) }

    var routes: [Route] {
        Open("/secondhand/list") { _ in
            try await Page.orOffline("Second-hand homes", at: "app://secondhand/list") {
                Page.houseList(try await service.houses())
            }
        }
        .labelled(AppLabel.centre, "Second-hand homes")

        Open("/secondhand/:id", taking: HouseReference.self) { reference in
            let house = try await service.house(reference.id)
            return Page.house(house, hasMap: service.context.canOpen(house.nearby))
        }
        .named("detail").parent("/secondhand/list")

        Call("/secondhand/annotations") { _ in try await service.annotations() }
            .labelled(AppLabel.homesOnMap, "Second-hand")

        // URLs of website parts that the app does not have lead to the list.
        Fallback("/secondhand") { request in
            Page("Second-hand homes") {
                Text("\(request.url) is not in the app.").with(style: .warning)
                Link("All second-hand homes", to: "app://secondhand/list")
            }
        }
    }

    var rewrites: [Rewrite] {
        // The website's URLs use another name for the business.
        Rewrite("/ershoufang/:id", to: "/secondhand/:id")
    }
}

extension Page {
    static func house(_ house: House, hasMap: Bool) -> Page {
        Page(house.name) {
            Field("Price", house.price).with(style: .strong)
            Field("Floor area", "\(house.floorArea) m²")
            if let price = house.pricePerSquareMetre { Field("Price per m²", "¥\(price)") }
            Field("Built", String(house.built))
            if hasMap { Link("Homes nearby", to: house.nearby) }
            Link("All second-hand homes", to: "app://secondhand/list")
        }
    }

    static func houseList(_ houses: [House]) -> Page {
        Page("Second-hand homes") {
            if houses.isEmpty {
                "No home is for sale now; come back later."
            } else {
                Table(["Home", .trailing("m²"), .trailing("Price")], houses) { house in
                    Table.Row([house.name, "\(house.floorArea)", house.price], to: house.url)
                }
            }
        }
    }
}

extension House {
    /// The URL of the map around the house; this module does not know which module answers the URL.
    fileprivate var nearby: RouteURL { MapRoutes.nearby(lat: location.latitude, lng: location.longitude) }
}

/// The module's entry point, called by the host.
@c(switchboard_v1_SecondHand) public func secondHand(_ host: HostPointer) -> CInt { SecondHandModule.export(to: host) }
