public import ModuleKit
import ModuleRoutes

/// New homes: a list of projects, a detail page, and the projects for a map.
struct NewHomeModule: Module {
    static let info = ModuleInfo("NewHome", "1.0", "New homes").team("team-newhome").webServices("newhome")

    private let service: ProjectService

    init(context: ModuleContext) { service = ProjectService(context: context) }

    var routes: [Route] {
        Open("/newhome/list") { _ in
            try await Page.orOffline("New homes", at: "app://newhome/list") {
                Page.projectList(try await service.projects())
            }
        }
        .labelled(AppLabel.centre, "New homes")

        Open("/newhome/:id<slug>", taking: ProjectReference.self) { reference in
            let project = try await service.project(reference.id)
            return Page.project(project, hasMap: service.context.canOpen(project.nearby))
        }
        .named("detail")

        // Each city has its own website, with the same form of URL.
        Open("https://*/loupan/:id<slug>", taking: ProjectReference.self) { reference in
            Response.redirect(to: "app://newhome/\(reference.id)")
        }
        .named("website")

        Call("/newhome/annotations") { _ in try await service.annotations() }
            .labelled(AppLabel.homesOnMap, "New")
    }
}

/// A layout with facts and floor plans side by side, which stay close together in a wide window.
struct FactsBesidePlans: Layoutable {
    var layout: Layout {
        var layout = Layout.sideBySide
        layout.width = 80
        return layout
    }
}

extension Page {
    /// Returns the page of one project, with the facts next to the floor plans.
    static func project(_ project: Project, hasMap: Bool) -> Page {
        Page(project.name) {
            Container("project") {
                Container("facts") {
                    Field("Average price", project.price).with(style: .strong)
                    Field("Opening", project.opening)
                }
                Container("plans") {
                    Heading("Floor plans")
                    for plan in project.plans { plan }
                }
            }
            .makeLayout(FactsBesidePlans())
            if hasMap { Link("Homes nearby", to: project.nearby) }
            Link("All new homes", to: "app://newhome/list")
        }
    }

    static func projectList(_ projects: [Project]) -> Page {
        Page("New homes") {
            if projects.isEmpty {
                "No project is open now; come back later."
            } else {
                Table(["Project", "Opening", .trailing("¥ a m²")], projects) { project in
                    Table.Row([project.name, project.opening, "\(project.averagePrice)"], to: project.url)
                }
            }
        }
    }
}

extension Project {
    /// The URL of the map around the project; this module does not know which module answers the URL.
    fileprivate var nearby: RouteURL { MapRoutes.nearby(lat: coordinate.latitude, lng: coordinate.longitude) }
}

/// The module's entry point, called by the host.
@c(switchboard_v1_NewHome) public func newHome(_ host: HostPointer) -> CInt { NewHomeModule.export(to: host) }
