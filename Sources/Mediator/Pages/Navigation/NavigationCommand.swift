/// A command to the navigator for its stack of pages.
///
/// A command is data: it has one JSON form (`Documentation/Navigation.md`), can be planned, recorded and replayed.
public enum NavigationCommand: Sendable, Equatable {
    /// Puts a page on the stack.
    case push(Page)
    /// Puts a page on the stack that leaves by a dismissal, such as a log-in.
    case present(Page)
    /// Removes the top page, if it was pushed.
    case pop
    /// Removes the presented page nearest to the top with all above it, and passes a value to the waiting opener.
    case dismiss(value: Payload?)
    /// Removes all pages above the first of the stack, or above the nearest presented page.
    case popToRoot
    /// Puts a page in place of the top one.
    case replace(Page)
    /// Shows a web page, by its `http` or `https` URL.
    case web(url: RouteURL)
    /// Removes all pages above the nearest one with that URL, as far as the presented page nearest to the top.
    case popTo(url: RouteURL)
    /// Puts a page in place of all pages of the stack; in an app with tabs, of the shown tab.
    case root(Page)
    /// Goes back that many pages as a person does: pops pages and dismisses presented ones without a value.
    case back(Int)
    /// Puts back that many pages that were popped last; another new page ends this possibility.
    case forward(Int)
    /// Puts these tabs in place of all pages and tabs, each with a stack of its own, and shows the first.
    case tabs([Tab])
    /// Shows the stack of the tab with that name; the first time, the mediator opens the tab's URL.
    case tab(String)
    /// Performs several commands as one: all of them or, if one is refused, none.
    case sequence([NavigationCommand])
    /// Performs a command without a question to the pages that leave.
    indirect case unasked(NavigationCommand)
}

extension NavigationCommand: ResponseConvertible {
    /// The command as a response.
    public var response: Response { .command(self) }
}

extension NavigationCommand {
    /// The command's name, as in scripts, messages and its JSON.
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
        case .unasked(let command): command.name
        }
    }

    /// Returns whether one of its commands satisfies a condition.
    func contains(_ isSuch: (NavigationCommand) -> Bool) -> Bool {
        switch self {
        case .sequence(let commands): commands.contains { $0.contains(isSuch) }
        case .unasked(let command): command.contains(isSuch)
        default: isSuch(self)
        }
    }

    /// The page that is on top after the command, if the command brings it.
    var page: Page? {
        switch self {
        case .push(let page), .present(let page), .replace(let page), .root(let page): page
        case .sequence(let commands): commands.last?.page
        case .unasked(let command): command.page
        default: nil
        }
    }

    /// Whether a page comes onto the stack that leaves at some time.
    var opensPage: Bool {
        contains { command in
            switch command {
            case .push, .present, .replace, .web, .root: true
            default: false
            }
        }
    }

    /// Whether pages may leave the stack.
    @_spi(Host) public var takesPagesOff: Bool {
        contains { command in
            switch command {
            case .push, .present, .web, .forward, .tab: false
            default: true
            }
        }
    }

    /// Returns the command with each URL of a page to which it goes back changed by a closure.
    func mapDestinations(_ change: (RouteURL) -> RouteURL) -> NavigationCommand {
        switch self {
        case .popTo(let url): .popTo(url: change(url))
        case .sequence(let commands): .sequence(commands.map { $0.mapDestinations(change) })
        case .unasked(let command): .unasked(command.mapDestinations(change))
        default: self
        }
    }

    /// The web pages that it shows.
    @_spi(Host) public var webURLs: [RouteURL] {
        switch self {
        case .web(let url): [url]
        case .sequence(let commands): commands.flatMap(\.webURLs)
        case .unasked(let command): command.webURLs
        default: []
        }
    }

    /// Returns the command with its URLs redacted by a closure.
    @_spi(Host) public func naming(_ shown: (String) -> String) -> NavigationCommand {
        switch self {
        case .web(let url): .web(url: RouteURL(shown(url.text)))
        case .popTo(let url): .popTo(url: RouteURL(shown(url.text)))
        case .tabs(let tabs): .tabs(tabs.map { Tab($0.name, url: RouteURL(shown($0.url.text))) })
        case .sequence(let commands): .sequence(commands.map { $0.naming(shown) })
        case .unasked(let command): .unasked(command.naming(shown))
        default: self
        }
    }

    /// The command itself, with the questions of its pages.
    @_spi(Host) public var plain: NavigationCommand {
        if case .unasked(let command) = self { command.plain } else { self }
    }
}

/// A tab of an app: one of several stacks of pages.
public struct Tab: Sendable, Equatable, Codable {
    /// The unique name by which the tab is chosen and shown.
    public let name: String
    /// The URL of its first page, which is opened when the tab is shown for the first time.
    public let url: RouteURL

    /// Creates a tab.
    public init(_ name: String, url: RouteURL) {
        self.name = name
        self.url = url
    }
}
