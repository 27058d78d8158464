/// What the navigator is asked to do with its stack of pages.
///
/// A command is data: it has one JSON form (`Documentation/Navigation.md`), can be planned, recorded and replayed.
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
    /// Takes off all pages above the nearest one with that URL, as far as the presented page nearest to the top.
    case popTo(url: String)
    /// Puts a page in place of all pages of the stack; in an app with tabs, of the one that is shown.
    case root(Page)
    /// Goes back that many pages as a person does, who pops pages and dismisses presented ones without a value.
    case back(Int)
    /// Puts that many pages back that were popped last; a page that comes otherwise ends what can be put back.
    case forward(Int)
    /// Has these tabs in place of all pages and tabs, each with a stack of its own, and shows the first.
    case tabs([Tab])
    /// Shows the stack of the tab with that name; the first time, the mediator opens the tab's URL.
    case tab(String)
    /// Performs several commands as one: all of them or, where one is refused, none.
    case sequence([NavigationCommand])
    /// Performs what a module declared by a `Performer`, by its full name such as `Rent.compare`, with an argument.
    case custom(String, Payload?)
    /// Performs a command in another manner than the usual one; `animated(_:)` and `unasked()` make it.
    indirect case mannered(NavigationCommand, NavigationManner)
}

extension NavigationCommand: ResponseConvertible {
    /// The command as a response.
    public var response: Response { .command(self) }
}

extension NavigationCommand {
    /// The command's name, as scripts, messages and its JSON spell it.
    public var name: String {
        switch self {
        case .push: "push"
        case .present: "present"
        case .pop: "pop"
        case .dismiss: "dismiss"
        case .popToRoot: "popToRoot"
        case .replace: "replace"
        case .web: "web"
        case .popTo: "popTo"
        case .root: "root"
        case .back: "back"
        case .forward: "forward"
        case .tabs: "tabs"
        case .tab: "tab"
        case .sequence: "sequence"
        case .custom: "custom"
        case .mannered(let command, _): command.name
        }
    }
}
