@_spi(Host) import ModuleKit
import Platform

extension Command {
    static let back = Command(
        name: "back", words: "[N]", summary: "go back by one page, or by N pages; dismiss a presented page",
        options: [HostOptions.yes], need: .shell
    ) { session, arguments throws(Failure) in
        let command = NavigationCommand.back(number(arguments))
        return try await session.perform(arguments.has(HostOptions.yes) ? .unasked(command) : command)
    }

    static let forward = Command(
        name: "forward", words: "[N]", summary: "go forward to the page that `back` left, or N pages",
        need: .shell
    ) { session, arguments throws(Failure) in try await session.perform(.forward(number(arguments))) }

    /// Returns the value of the argument `[N]`, or 1 without it.
    private static func number(_ arguments: Arguments) -> Int { arguments.words.first.flatMap { Int($0) } ?? 1 }

    static let more = Command(
        name: "more", summary: "show more of a page that is longer than the screen", need: .shell
    ) { session, _ throws(Failure) in
        try await session.navigator.showMore()
        return .done
    }

    private static let text = Option("--text", "with --json: as the text and numbers that people see")

    static let show = Command(
        name: "show", summary: "print the top page again, as it is now", options: [text], need: .shell
    ) { session, arguments throws(Failure) in
        if session.console.format == .json, arguments.has(text) {
            try session.console.show("page_text", try await session.navigator.text(), text: "")
        } else {
            try await session.navigator.showAgain()
        }
        return .done
    }

    static let clear = Command(
        name: "clear", summary: "clear the terminal; `show` shows the page again", need: .shell
    ) { session, _ in
        await session.navigator.clear()
        return .done
    }

    static let stack = Command(
        name: "stack", summary: "list the open pages, the one on top last", need: .shell
    ) { session, _ throws(Failure) in
        let stack = await session.navigator.stack().map { $0.naming(session.mediator.shown) }
        var table = TextTable("#", "TITLE", "URL", "STYLE")
        for (index, entry) in stack.enumerated() {
            table.add("\(index + 1)", entry.title, entry.url, entry.style.rawValue)
        }
        return try session.console.show("stack", stack, table)
    }

    static let history = Command(
        name: "history", summary: "list the pages that were shown in this session, the newest last", need: .shell
    ) { session, _ throws(Failure) in
        let history = await session.navigator.visits.all.map { visit in
            PageVisit(url: session.mediator.shown(visit.url), title: visit.title, command: visit.command)
        }
        var table = TextTable("BY", "TITLE", "URL")
        for visit in history { table.add(visit.command, visit.title, visit.url) }
        return try session.console.show("history", history, table)
    }

    static let tab = Command(
        name: "tab", words: "[NAME]", summary: "show the tab with that name, or list the tabs", need: .shell
    ) { session, arguments throws(Failure) in
        if let name = arguments.words.first { return try await session.perform(.tab(name)) }
        let stack = await session.navigator.pages
        var (table, tabs) = (TextTable("", "NAME", "URL", "PAGES"), [JSONObject]())
        for branch in stack.branches {
            guard let tab = branch.tab else { continue }
            let (url, isShown) = (session.mediator.shown(tab.url.text), tab.name == stack.tab?.name)
            table.add(isShown ? "*" : "", tab.name, url, "\(branch.items.count)")
            tabs.append(
                JSONObject([
                    "name": tab.name, "url": url, "isShown": isShown, "stack": branch.items.map(\.entry),
                ]))
        }
        return try session.console.show("tabs", tabs, table)
    }
}

extension Session {
    /// Performs a navigation command of the user. If the command selects a tab that is still empty, this method also
    /// opens the tab's first page.
    func perform(_ command: NavigationCommand) async throws(Failure) -> ExitCode {
        let feedback = await mediator.perform(command)
        if let next = feedback.next {
            _ = try await open(next.text)
        } else {
            try report(feedback, url: nil)
        }
        return .done
    }
}
