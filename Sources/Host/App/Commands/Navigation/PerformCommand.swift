import FoundationEssentials
@_spi(Host) import ModuleKit
import Platform

extension Command {
    static let perform = Command(
        name: "perform", words: "NAME|JSON",
        summary: "perform a navigation command, such as popToRoot or '{\"command\":\"back\",\"count\":2}'",
        options: [HostOptions.yes], need: .shell,
        read: { arguments throws(Failure) in
            let command = try navigationCommand(arguments.words[0])
            return { session throws(Failure) in
                try await session.perform(arguments.has(HostOptions.yes) ? .unasked(command) : command)
            }
        })

    /// Parses a navigation command, written as a name or as JSON.
    private static func navigationCommand(_ word: String) throws(Failure) -> NavigationCommand {
        do {
            let json = word.hasPrefix("{") ? word : try JSONText.encode(["command": word])
            return try JSONDecoder().decode(NavigationCommand.self, from: Data(json.utf8))
        } catch {
            throw Failure(
                usage: "it is not a navigation command: \(error.inWords); write a name such as popToRoot, or JSON in "
                    + "single quotes, as in perform '{\"command\":\"back\",\"count\":2}'; Documentation/Navigation.md "
                    + "lists them")
        }
    }
}

/// The output of `open --plan`: the navigation commands that opening a URL would perform.
struct PlanReport {
    let session: Session

    /// Prints the plan. If the plan ends with an error, prints the steps before the error, and throws the error.
    func run(_ url: String) async throws(Failure) -> ExitCode {
        let plan = await session.mediator.plan(
            RouteURL(url), from: await session.navigator.pages, origin: session.origin, options: session.options)
        let lines = Self.lines(plan, session.console.columns())
        try session.console.show("plan", plan.steps, text: lines.joined(separator: "\n"))
        if case .failure(let error) = plan.outcome { throw await session.failure(error) }
        return .done
    }

    private static func lines(_ plan: NavigationPlan, _ width: Int?) -> [String] {
        guard !plan.steps.isEmpty else { return ["no navigation command"] }
        var table = TextTable("#", "COMMAND", "ABOUT", "URL", "OUTCOME")
        for (index, step) in plan.steps.enumerated() {
            let questions = step.questions.map { ", asks \"\($0)\"" }.joined()
            table.add(
                "\(index + 1)", step.command.name, subject(step.command), step.url ?? "",
                step.feedback.outcome.words + questions)
        }
        return table.lines(width: width)
    }

    /// Returns the text of the column ABOUT for a command, such as the title of its page.
    private static func subject(_ command: NavigationCommand) -> String {
        switch command.plain {
        case .push(let page), .present(let page), .replace(let page), .root(let page): page.title
        case .web(let url), .popTo(let url): url.text
        case .back(let count), .forward(let count): "\(count)"
        case .tabs(let tabs): tabs.map(\.name).joined(separator: ", ")
        case .tab(let name): name
        case .sequence(let commands): commands.map(\.name).joined(separator: ", ")
        default: ""
        }
    }
}
