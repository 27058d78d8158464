@_spi(Host) import ModuleKit
import Platform

/// `back [N]`: leaves the top page, or several pages.
struct BackCommand: Command {
    static let description = CommandDescription(
        name: "back", words: "[N]", summary: "go back to the page before, or N pages; dismiss a presented one",
        options: [HostOptions.yes], shellOnly: true)

    private let count: Int
    private let asks: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        count = try Self.number(of: arguments)
        asks = !arguments.has(HostOptions.yes)
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let command = NavigationCommand.back(count)
        return try await session.perform(asks ? command : .unasked(command))
    }
}

/// `forward [N]`: shows the page that `back` left.
struct ForwardCommand: Command {
    static let description = CommandDescription(
        name: "forward", words: "[N]", summary: "go forward again to the page that was left by going back, or N pages",
        shellOnly: true)

    private let count: Int

    init(_ arguments: Arguments) throws(UsageError) { count = try Self.number(of: arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode { try await session.perform(.forward(count)) }
}

/// A number: follows the target with that number on the top page.
struct FollowCommand: Sendable {
    let number: Int

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let (target, page) = try await session.navigator.target(number)
        var values: Payload?
        if case .form(let form, _) = target {
            values = try await FormPrompt(input: session.input, console: session.console).fill(form)
        }
        let submission = Submission(
            on: page, mediator: session.mediator, origin: session.origin, options: session.options,
            executor: BlockingExecutor())
        let outcome: Submission.Outcome
        do {
            outcome = try await submission.perform(target, filledWith: values)
        } catch {
            throw await failure(error, of: page, in: session)
        }
        try await show(outcome, in: session)
        return .done
    }

    private func show(_ outcome: Submission.Outcome, in session: Session) async throws(Failure) {
        switch outcome {
        case .feedback(let feedback, let url): try session.report(feedback, url: url?.text)
        case .value(let value, let stage, let url):
            try await CallCommand(url: url.text, body: nil).show(value, from: stage, in: session)
        case .received: await session.navigator.showChanges()
        }
    }

    private func failure(_ error: SubmissionError, of page: StackEntry, in session: Session) async -> Failure {
        switch error {
        case .request(let error, let verb): await session.failure(error, for: verb)
        case .noReceiver: Failure(code: "noReceiver", message: "\(error)", exitCode: .failed)
        case .failed: Failure(code: "messageFailed", message: "\(error)", exitCode: .failed)
        case .late:
            Failure(
                code: "deadline",
                message: "\"\(PlainText.line(page.title))\" (\(session.mediator.shown(page.url))): \(error)",
                exitCode: .deadline)
        case .cancelled: Failure(code: "interrupted", message: "\(error)", exitCode: .interrupted)
        }
    }
}

/// `more`: shows more of a page that is longer than the screen.
struct MoreCommand: Command {
    static let description = CommandDescription(
        name: "more", summary: "show more of a page that is longer than the screen", shellOnly: true)

    init(_ arguments: Arguments) throws(UsageError) { try Self.noWords(arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        try await session.navigator.showMore()
        return .done
    }
}

/// `show`: shows the top page again.
struct ShowCommand: Command {
    static let description = CommandDescription(
        name: "show", summary: "show the page on top again, as it is now", shellOnly: true)

    init(_ arguments: Arguments) throws(UsageError) { try Self.noWords(arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        try await session.navigator.showAgain()
        return .done
    }
}

/// `refresh`: has the top page made anew.
struct RefreshCommand: Command {
    static let description = CommandDescription(
        name: "refresh", summary: "draw the page on top anew, by the newest build of its module; `r` for short",
        shellOnly: true)

    init(_ arguments: Arguments) throws(UsageError) { try Self.noWords(arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        guard let old = await session.navigator.pages.top else {
            throw Failure.noPage()
        }
        guard !old.isRedacted, let item = try await planned(old, in: session) else {
            let reason = old.isRedacted ? "has a secret, which is not kept" : "leads to no page any more"
            throw Failure(
                code: "noPage", message: "this page cannot be made anew: its URL \(reason)", exitCode: .failed)
        }
        await session.navigator.refresh(old.entry.identity, by: item)
        return .done
    }

    /// Returns the page to which the URL of a page leads now, for the page's own origin; the stack does not change.
    private func planned(_ old: PageStack.Item, in session: Session) async throws(Failure) -> PageStack.Item? {
        let url = old.entry.url
        do {
            return try await session.asking(url) { [session] () throws(RequestError) in
                let plan = await session.mediator.plan(
                    RouteURL(url), from: PageStack(), origin: old.origin ?? session.origin, options: session.options)
                _ = try plan.outcome.get()
                return plan.top
            }
        } catch {
            throw await session.failure(error)
        }
    }
}

/// `stack`: lists the open pages.
struct StackCommand: Command {
    static let description = CommandDescription(
        name: "stack", summary: "list the open pages, the one on top last", shellOnly: true)

    init(_ arguments: Arguments) throws(UsageError) { try Self.noWords(arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let stack = await session.navigator.stack().map { $0.naming(session.mediator.shown) }
        var table = TextTable("#", "TITLE", "URL", "STYLE")
        for (index, entry) in stack.enumerated() {
            table.add("\(index + 1)", entry.title, entry.url, entry.style.rawValue)
        }
        try session.console.show("stack", stack, text: table.lines.joined(separator: "\n"))
        return .done
    }
}

/// `history`: lists the pages that were shown.
struct HistoryCommand: Command {
    static let description = CommandDescription(
        name: "history", summary: "list the pages that were shown in this session, the newest last", shellOnly: true)

    init(_ arguments: Arguments) throws(UsageError) { try Self.noWords(arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let history = await session.navigator.history.map { visit in
            PageVisit(url: session.mediator.shown(visit.url), title: visit.title, command: visit.command)
        }
        var table = TextTable("BY", "TITLE", "URL")
        for visit in history { table.add(visit.command, visit.title, visit.url) }
        try session.console.show("history", history, text: table.lines.joined(separator: "\n"))
        return .done
    }
}

/// `tab [NAME]`: shows another tab, or lists the tabs.
struct TabCommand: Command {
    static let description = CommandDescription(
        name: "tab", words: "[NAME]", summary: "show the tab with that name, or list the tabs", shellOnly: true)

    private let name: String?

    init(_ arguments: Arguments) throws(UsageError) {
        name = arguments.words.isEmpty ? nil : try Self.word(of: arguments)
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        if let name { return try await session.perform(.tab(name)) }
        let stack = await session.navigator.pages
        let selected = stack.tab?.name
        var table = TextTable("", "NAME", "URL", "PAGES")
        for branch in stack.branches {
            guard let tab = branch.tab else { continue }
            table.add(
                tab.name == selected ? "*" : "", tab.name, session.mediator.shown(tab.url.text), "\(branch.items.count)"
            )
        }
        try session.console.show(
            "tabs", ShownTabs(stack, showing: session.mediator.shown), text: table.lines.joined(separator: "\n"))
        return .done
    }
}

/// The tabs in the JSON output.
private struct ShownTabs: Encodable {
    struct Entry: Encodable {
        let name: String
        let url: String
        let isShown: Bool
        let stack: [StackEntry]
    }

    private let entries: [Entry]

    init(_ stack: PageStack, showing shown: (String) -> String) {
        entries = stack.branches.compactMap { branch in
            branch.tab.map { tab in
                Entry(
                    name: tab.name, url: shown(tab.url.text), isShown: tab.name == stack.tab?.name,
                    stack: branch.items.map(\.entry))
            }
        }
    }

    func encode(to encoder: any Encoder) throws { try entries.encode(to: encoder) }
}

extension Session {
    /// Performs a command of the person, and opens the first page of a tab without pages.
    func perform(_ command: NavigationCommand) async throws(Failure) -> ExitCode {
        let feedback = await mediator.perform(command)
        if let next = feedback.next { return try await OpenCommand(url: next.text).run(in: self) }
        try report(feedback, url: nil)
        return .done
    }
}
