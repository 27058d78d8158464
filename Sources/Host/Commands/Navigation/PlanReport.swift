@_spi(Host) import ModuleKit

/// Shows what opening a URL would ask of the navigator.
struct PlanReport {
    let session: Session

    /// Writes the plan; a plan that ends with an error is shown up to there.
    func run(_ url: String) async throws(Failure) -> ExitCode {
        let plan = await session.mediator.plan(
            url, from: await session.navigator.pages, origin: session.origin, options: session.options)
        try session.console.show("plan", plan.steps, text: Self.lines(plan).joined(separator: "\n"))
        if case .failure(let error) = plan.outcome { throw await session.failure(error) }
        return .done
    }

    private static func lines(_ plan: NavigationPlan) -> [String] {
        guard !plan.steps.isEmpty else { return ["no navigation command"] }
        var table = TextTable("#", "COMMAND", "ABOUT", "URL", "OUTCOME")
        for (index, step) in plan.steps.enumerated() {
            let questions = step.questions.map { ", asks \"\($0)\"" }.joined()
            table.add(
                "\(index + 1)", step.command.name, step.command.subject, step.url ?? "",
                step.feedback.outcome.words + questions)
        }
        return table.lines
    }
}

extension NavigationCommand {
    /// What the command is about, in a few words.
    fileprivate var subject: String {
        switch plain {
        case .push(let page), .present(let page), .replace(let page), .root(let page): page.title
        case .web(let url), .popTo(let url): url
        case .back(let count), .forward(let count): "\(count)"
        case .tabs(let tabs): tabs.map(\.name).joined(separator: ", ")
        case .tab(let name), .custom(let name, _): name
        case .sequence(let commands): commands.map(\.name).joined(separator: ", ")
        default: ""
        }
    }
}
