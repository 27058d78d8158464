@_spi(Host) import ModuleKit

extension CommandLineNavigator {
    /// Returns the navigator's action for a recording: a page with a secret in its URL has neither title nor content
    /// there, which may contain the secret too.
    func recorded(_ command: NavigationCommand, for request: Request?, _ feedback: Feedback) -> LogEvent {
        let isRedacted = request.map { $0.shownURL != $0.url.text } ?? false
        return .command(isRedacted ? command.withoutContent : command, url: request?.shownURL, recorded(feedback))
    }

    /// Returns the feedback for a recording, which contains only the top page of the stack.
    private func recorded(_ feedback: Feedback) -> Feedback {
        guard let top = pages.top, top.isRedacted, feedback.entries.last?.identity == top.entry.identity else {
            return feedback
        }
        var entries = feedback.entries
        entries[entries.count - 1] = recorded(top)
        return Feedback(feedback.outcome, entries: entries, tab: feedback.tab, next: feedback.next)
    }

    func recordedStack() -> [StackEntry] { pages.items.map(recorded) }

    private func recorded(_ item: PageStack.Item) -> StackEntry {
        item.isRedacted ? StackEntry(url: item.entry.url, title: "", style: item.entry.style) : item.entry
    }
}

extension NavigationCommand {
    fileprivate var withoutContent: NavigationCommand {
        let nothing = Page("") {}
        return switch self {
        case .push: .push(nothing)
        case .present: .present(nothing)
        case .replace: .replace(nothing)
        case .root: .root(nothing)
        case .sequence(let commands): .sequence(commands.map(\.withoutContent))
        case .unasked(let command): .unasked(command.withoutContent)
        default: self
        }
    }
}
