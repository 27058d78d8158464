import ModuleKit

/// `routes`: what the loaded modules answer.
struct RoutesCommand: Command {
    static let description = CommandDescription(name: "routes", summary: "list the routes of the loaded modules")

    init(_ arguments: Arguments) throws(UsageError) { try Self.noWords(arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let routes = session.mediator.routes.sorted { ($0.owner, $0.pattern) < ($1.owner, $1.pattern) }
        var table = TextTable("VERB", "PATTERN", "ACCESS", "MODULE")
        for route in routes {
            table.add(route.verb.rawValue, route.pattern, route.access.rawValue, route.owner)
        }
        try session.console.show("routes", routes, text: table.lines.joined(separator: "\n"))
        return .done
    }
}
