public import ModuleKit

/// A module that was moved from JLRoutes: `/girlQuestion?animated=true` opens a page, and an action on another page
/// leads to it.
struct QuestionsModule: Module {
    static let info = ModuleInfo("Questions", "1.0", "A route of JLRoutes, moved over")

    /// The parameters of the route, decoded from the URL's text before the handler runs. The handler ignores
    /// `animated`, because a terminal shows no animations.
    struct Display: Decodable {
        let animated: Bool?
    }

    private let context: ModuleContext

    init(context: ModuleContext) { self.context = context }

    var routes: [Route] {
        Open("/girlQuestion", taking: Display.self) { _ in
            Page("Questions for her") { "Three questions, one answer each." }
        }

        Open("/matches") { _ in
            Page("Matches") { Action("Set the questions", calling: "app://matches/questions") }
        }

        Call("/matches/questions", access: .public) { _ in
            let feedback = try await context.open("app://girlQuestion?animated=true")
            return feedback.outcome == .shown
        }
    }
}

/// The module's entry point, called by the host.
@c(switchboard_v1_Questions) public func questions(_ host: HostPointer) -> CInt { QuestionsModule.export(to: host) }
