@_spi(Host) import ModuleKit

extension CommandLineNavigator {
    /// What the navigator did, as a recording has it: a page whose URL holds a secret has neither title nor content there,
    /// which may say the same.
    func recorded(_ command: NavigationCommand, for request: Request?, _ feedback: Feedback) -> LogEvent {
        let isRedacted = request.map { $0.shownURL != $0.url.text } ?? false
        return .command(isRedacted ? command.withoutContent : command, url: request?.shownURL, recorded(feedback))
    }

    /// Feedback says no more of the stack than the page on top.
    private func recorded(_ feedback: Feedback) -> Feedback {
        guard let top = pages.top, top.isRedacted, feedback.entries.last?.identity == top.entry.identity else {
            return feedback
        }
        var entries = feedback.entries
        entries[entries.count - 1] = recorded(top)
        return Feedback(feedback.outcome, entries: entries, tab: feedback.tab, next: feedback.next)
    }

    /// The stack, as a recording has it.
    func recordedStack() -> [StackEntry] { pages.items.map(recorded) }

    private func recorded(_ item: PageStack.Item) -> StackEntry {
        item.isRedacted ? StackEntry(url: item.entry.url, title: "", style: item.entry.style) : item.entry
    }
}

extension NavigationCommand {
    /// The same with pages that say nothing.
    fileprivate var withoutContent: NavigationCommand {
        let nothing = Page("") {}
        return switch self {
        case .push: .push(nothing)
        case .present: .present(nothing)
        case .replace: .replace(nothing)
        case .root: .root(nothing)
        case .sequence(let commands): .sequence(commands.map(\.withoutContent))
        case .mannered(let command, let manner): .mannered(command.withoutContent, manner)
        default: self
        }
    }
}
