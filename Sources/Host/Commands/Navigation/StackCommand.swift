import ModuleKit

/// `stack`: the pages that are open.
struct StackCommand: Command {
    static let description = CommandDescription(
        name: "stack", summary: "list the open pages, the one on top last", shellOnly: true)

    init(_ arguments: Arguments) throws(UsageError) { try Self.noWords(arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let stack = await session.navigator.stack()
        var table = TextTable("#", "TITLE", "URL", "STYLE")
        for (index, entry) in stack.enumerated() {
            table.add("\(index + 1)", entry.title, entry.url, entry.style.rawValue)
        }
        try session.console.show("stack", stack, text: table.lines.joined(separator: "\n"))
        return .done
    }
}
