public import ModuleKit

/// A module as it is after a move from JLRoutes: `/girlQuestion?animated=true` opens a page, and another page has a
/// link to it.
struct QuestionsModule: Module {
    static let info = ModuleInfo("Questions", "1.0", "A route of JLRoutes, moved over")

    /// The parameters of the route; the URL has them as text, and they are checked before the handler runs. A terminal
    /// shows no motion, whatever `animated` says.
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
