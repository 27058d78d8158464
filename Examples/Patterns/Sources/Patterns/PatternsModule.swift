public import ModuleKit

/// A module with a page for each pattern; all these pages show the same app.
struct PatternsModule: Module {
    static let info = ModuleInfo("Patterns", "1.0", "One page, built by eight patterns").webServices("news")

    private let context: ModuleContext
    private let points = CallPoints()

    init(context: ModuleContext) { self.context = context }

    var interceptors: [Interceptor] { points.interceptors }

    /// The patterns by their names in URLs.
    static let scenes: [(name: String, title: String, make: @Sendable (ModuleContext) async throws -> any Scene)] = [
        ("mvc", "MVC", { _ in MVC.Controller() }),
        ("mvc-variant", "MVC, the view holds the model", { _ in MVCVariant.Controller() }),
        ("mvp", "MVP", { _ in MVP.Controller() }),
        ("mvvm-observing", "MVVM, the view observes its owner", { _ in MVVMObserving.Controller() }),
        ("mvvm-holding", "MVVM, each holds the next", { _ in MVVMHolding.View() }),
        ("mvvm-binding", "MVVM, a controller binds", { _ in MVVMBinding.Controller() }),
        ("mvcs", "MVCS", { MVCS.Controller(store: try await .open(in: $0.storage)) }),
        ("viper", "VIPER", { _ in VIPER.View() }),
    ]

    var routes: [Route] {
        Open("/patterns") { _ in
            Page("Patterns") {
                for scene in Self.scenes { Link(scene.title, to: "app://patterns/\(scene.name)") }
            }
        }

        Open("/patterns/:name") { (request: Request) -> Response in
            let name: String = try request.parameters.value("name")
            guard let scene = Self.scenes.first(where: { $0.name == name }) else { return .declined }
            return .page(Page(scene.title, showing: Screen(try await scene.make(context))))
        }

        // One piece of news as a fat model, which makes its own texts, and as a slim model, whose texts `NewsAge`
        // makes.
        Open("/patterns/models") { _ in
            let slim = App.boxfish().news[1]
            let fat = FatNews(slim)
            return Page("Fat and slim models") {
                Heading("Fat: data and texts")
                Field("gapString", fat.gapString())
                Field("dateString", fat.dateString)
                Heading("Slim: data")
                Field("timestamp", "\(slim.timestamp)")
                Field("NewsAge, beside it", NewsAge(now: present).gapString(of: slim))
            }
        }

        Open("/patterns/cells") { _ in
            let app = App.boxfish()
            return Page("Two kinds of cells, one layout") {
                Cells.twoLines(app.news[1])
                Cells.pictureAndDetails(app)
            }
        }

        // The caller presents a page that the page's own route would push.
        Open("/patterns/presented/:name") { request -> Response in
            let name: String = try request.parameters.value("name")
            try await context.open("app://patterns/\(name)", style: .presented)
            return .done
        }

        // The pages of two routes become parts of one page: each call returns a route's page without showing it.
        Open("/patterns/:name/beside/:other") { request in
            let name: String = try request.parameters.value("name")
            let other: String = try request.parameters.value("other")
            let first = try await context.call("app://patterns/\(name)", as: Page.self)
            let second = try await context.call("app://patterns/\(other)", as: Page.self)
            return Page("\(first.title) beside \(second.title)") {
                Container("first", showing: first)
                Container("second", showing: second)
            }
        }

        Call("/patterns/latest", taking: LatestInput.self) { input in try await latest(page: input.page ?? 1) }

        Call("/patterns/latest/points") { _ in points.points }
            .summary("The points that the last call of the web service passed, in order")

        Call("/patterns/archive/keep", taking: ArchiveInput.self) { input in
            try await Archive(storage: context.storage).keep(at: Int(input.at), interruptedBy: input.interruption)
            return true
        }

        Call("/patterns/archive", taking: ArchiveQuery.self) { query in
            try await Archive(storage: context.storage).titles(since: query.since ?? 0)
        }
    }

    private struct LatestInput: Decodable { let page: Int? }

    private struct ArchiveInput: Decodable {
        let at: Int32
        let interruption: Archive.Interruption?
    }

    private struct ArchiveQuery: Decodable { let since: Int? }

    /// Returns the latest news; none if the web service does not answer.
    private func latest(page: Int) async throws -> [String] {
        do {
            let titles = try await context.send(NewsAPI.latest(page: page))
            points.note("the caller handles the success")
            return titles
        } catch {
            points.note("the caller handles the failure")
            return []
        }
    }
}

/// The module's entry point, called by the host.
@c(switchboard_v1_Patterns) public func patterns(_ host: HostPointer) -> CInt { PatternsModule.export(to: host) }
