public import ModuleKit

/// The patterns for the parts of a page, each at work on one subject.
struct PatternsModule: Module {
    static let info = ModuleInfo("Patterns", "1.0", "One page, built by eight patterns")

    private let context: ModuleContext

    init(context: ModuleContext) { self.context = context }

    /// The patterns by their names in URLs.
    static let scenes: [(name: String, title: String, make: @Sendable () -> any Scene)] = [
        ("mvc", "MVC", { MVC.Controller() }),
        ("mvc-variant", "MVC, the view holds the model", { MVCVariant.Controller() }),
        ("mvp", "MVP", { MVP.Controller() }),
        ("mvvm-observing", "MVVM, the view observes its owner", { MVVMObserving.Controller() }),
        ("mvvm-holding", "MVVM, each holds the next", { MVVMHolding.View() }),
        ("mvvm-binding", "MVVM, a controller binds", { MVVMBinding.Controller() }),
        ("mvcs", "MVCS", { MVCS.Controller() }),
        ("viper", "VIPER", { VIPER.View() }),
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
            return .page(Page(scene.title, showing: Screen(scene.make())))
        }

        // The pages of two routes as parts of one page: the caller gets their instances, and nothing is shown for them.
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
    }
}

/// The module's entry point, called by the host.
@c(switchboard_v1_Patterns) public func patterns(_ host: HostPointer) -> CInt { PatternsModule.export(to: host) }
