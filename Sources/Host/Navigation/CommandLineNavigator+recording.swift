@_spi(Host) import ModuleKit

extension CommandLineNavigator {
    /// What the navigator did, as a recording has it: a page whose URL holds a secret has neither title nor content there,
    /// which may say the same.
    func recorded(_ command: NavigationCommand, for request: Request?, _ feedback: Feedback) -> LogEvent {
        let isRedacted = request.map { $0.shownURL != $0.url.text } ?? false
        let shown = Feedback(
            feedback.outcome, stack: recorded(feedback.stack), tab: feedback.tab, next: feedback.next)
        return .command(isRedacted ? command.withoutContent : command, url: request?.shownURL, shown)
    }

    /// The stack, as a recording has it.
    func recordedStack() -> [StackEntry] { recorded(pages.entries) }

    private func recorded(_ entries: [StackEntry]) -> [StackEntry] {
        let secret = Set(pages.allItems.filter(\.isRedacted).map(\.entry.identity))
        return entries.map { entry in
            guard secret.contains(entry.identity) else { return entry }
            return StackEntry(url: entry.url, title: "", style: entry.style)
        }
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
