/// What the navigator is asked to do with its stack of pages.
public enum NavigationCommand: Sendable, Equatable {
    /// Puts a page on the stack.
    case push(Page)
    /// Puts a page on the stack that is left by dismissing it, such as a log-in.
    case present(Page)
    /// Takes the top page off, if it was pushed.
    case pop
    /// Takes off the presented page nearest to the top with all above it, and hands a value to whoever waits.
    case dismiss(value: Payload?)
    /// Takes off all pages above the first of the stack, or above the presented page that is on top.
    case popToRoot
    /// Puts a page in place of the top one.
    case replace(Page)
    /// Shows a web page, by its `http` or `https` URL.
    case web(url: String)
}

extension NavigationCommand: ResponseConvertible {
    /// The command as a response.
    public var response: Response { .command(self) }
}

extension NavigationCommand {
    /// The command's name, as scripts and messages spell it.
    public var name: String {
        switch self {
        case .push: "push"
        case .present: "present"
        case .pop: "pop"
        case .dismiss: "dismiss"
        case .popToRoot: "popToRoot"
        case .replace: "replace"
        case .web: "web"
        }
    }
}
