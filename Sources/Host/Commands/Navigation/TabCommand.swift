@_spi(Host) import ModuleKit

/// `tab [NAME]`: shows another tab, or lists them.
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
        let shown = stack.tab?.name
        var table = TextTable("", "NAME", "URL", "PAGES")
        for branch in stack.branches {
            guard let tab = branch.tab else { continue }
            table.add(tab.name == shown ? "*" : "", tab.name, tab.url, "\(branch.items.count)")
        }
        try session.console.show("tabs", ShownTabs(stack), text: table.lines.joined(separator: "\n"))
        return .done
    }
}

/// The tabs as the JSON output lists them.
private struct ShownTabs: Encodable {
    struct Entry: Encodable {
        let name: String
        let url: String
        let isShown: Bool
        let stack: [StackEntry]
    }

    private let entries: [Entry]

    init(_ stack: PageStack) {
        entries = stack.branches.compactMap { branch in
            branch.tab.map { tab in
                Entry(
                    name: tab.name, url: tab.url, isShown: tab.name == stack.tab?.name,
                    stack: branch.items.map(\.entry))
            }
        }
    }

    func encode(to encoder: any Encoder) throws { try entries.encode(to: encoder) }
}
