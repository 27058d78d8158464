import ModuleKit
import Testing

@Suite struct `The stack` {
    /// The commands in short, and the titles of the stack after them; `!` marks a refusal of the last command.
    static let rows: [(commands: String, stack: String)] = [
        ("push:A", "A"),
        ("push:A push:B", "A B"),
        ("push:A push:B pop", "A"),
        ("push:A pop", "A !"),
        ("pop", "!"),
        ("popToRoot", "!"),
        ("dismiss", "!"),
        ("push:A dismiss", "A !"),
        ("push:A present:L", "A L"),
        ("push:A present:L pop", "A L !"),
        ("push:A present:L dismiss", "A"),
        ("push:A present:L push:M dismiss", "A"),
        ("push:A present:L push:M pop", "A L"),
        ("push:A present:L present:M dismiss", "A L"),
        ("push:A push:B push:C popToRoot", "A"),
        ("push:A present:L push:M push:N popToRoot", "A L"),
        ("push:A push:B replace:C", "A C"),
        ("replace:A", "A"),
        ("push:A present:L replace:M dismiss", "A"),
        ("push:A web:https://w", "A https://w"),
        ("push:A web:https://w pop", "A"),
        ("present:L dismiss", ""),
    ]

    @Test(arguments: rows) func `follows its rules`(_ row: (commands: String, stack: String)) {
        var stack = PageStack()
        var refused = false
        for word in row.commands.split(separator: " ") {
            let feedback = stack.apply(Self.command(word), for: nil, results: PageResults())
            if case .refused = feedback.outcome { refused = true } else { refused = false }
            #expect(feedback.stack == stack.entries)
        }
        let found = stack.entries.map(\.title) + (refused ? ["!"] : [])
        #expect(found.joined(separator: " ") == row.stack)
    }

    private static func command(_ word: Substring) -> NavigationCommand {
        let parts = word.split(separator: ":", maxSplits: 1)
        let page = Page(String(parts.last ?? "")) {}
        switch parts[0] {
        case "push": return .push(page)
        case "present": return .present(page)
        case "replace": return .replace(page)
        case "web": return .web(url: String(parts[1]))
        case "pop": return .pop
        case "popToRoot": return .popToRoot
        default: return .dismiss(value: nil)
        }
    }
}
