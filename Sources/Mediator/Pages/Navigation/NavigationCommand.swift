/// A command to the navigator for its stack of pages.
///
/// A command is data: it has a JSON form (`Documentation/Navigation.md`), and can be planned, recorded and replayed.
public enum NavigationCommand: Sendable, Equatable {
    /// Puts a page on the stack.
    case push(Page)
    /// Puts a page, such as a log-in, on the stack; a dismissal removes the page.
    case present(Page)
    /// Removes the top page, if it was pushed.
    case pop
    /// Removes the topmost presented page and all pages above it; the request that waits for the presented page
    /// receives the value.
    case dismiss(value: Payload?)
    /// Removes all pages above the topmost presented page; without a presented page, all except the bottom page.
    case popToRoot
    /// Replaces the top page.
    case replace(Page)
    /// Shows the web page at an `http` or `https` URL.
    case web(url: RouteURL)
    /// Removes all pages above the topmost page with that URL; refused if this would remove a presented page.
    case popTo(url: RouteURL)
    /// Replaces all pages of the stack (in an app with tabs, of the selected tab) with one page.
    case root(Page)
    /// Goes back by a number of pages, as a user does: pops pages, or dismisses presented pages without a value.
    case back(Int)
    /// Restores a number of popped pages, the last popped first; refused if a new page was opened after the last pop.
    case forward(Int)
    /// Replaces all pages and tabs with these tabs, each with a separate stack, and selects the first tab.
    case tabs([Tab])
    /// Selects the tab with that name; the first time, the mediator opens the tab's URL.
    case tab(String)
    /// Performs several commands as one; if one is refused, none is performed.
    case sequence([NavigationCommand])
    /// Performs a command without asking the questions of the pages that it removes.
    indirect case unasked(NavigationCommand)
}

extension NavigationCommand: ResponseConvertible {
    /// The command as a response.
    public var response: Response { .command(self) }
}

extension NavigationCommand {
    /// The command's name in scripts, messages and JSON.
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

    /// Returns whether the command, or a command in it, satisfies a condition.
    func contains(_ isSuch: (NavigationCommand) -> Bool) -> Bool {
        switch self {
        case .sequence(let commands): commands.contains { $0.contains(isSuch) }
        case .unasked(let command): command.contains(isSuch)
        default: isSuch(self)
        }
    }

    /// The page that the command puts on top of the stack, if any.
    var page: Page? {
        switch self {
        case .push(let page), .present(let page), .replace(let page), .root(let page): page
        case .sequence(let commands): commands.last?.page
        case .unasked(let command): command.page
        default: nil
        }
    }

    var opensPage: Bool {
        contains { command in
            switch command {
            case .push, .present, .replace, .web, .root: true
            default: false
            }
        }
    }

    /// Whether the command may remove pages from the stack.
    @_spi(Host) public var takesPagesOff: Bool {
        contains { command in
            switch command {
            case .push, .present, .web, .forward, .tab: false
            default: true
            }
        }
    }

    /// Returns the command with the URL of each `popTo` changed by a closure.
    func mapDestinations(_ change: (RouteURL) -> RouteURL) -> NavigationCommand {
        switch self {
        case .popTo(let url): .popTo(url: change(url))
        case .sequence(let commands): .sequence(commands.map { $0.mapDestinations(change) })
        case .unasked(let command): .unasked(command.mapDestinations(change))
        default: self
        }
    }

    /// The URLs of the web pages that the command shows.
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

    /// The command without `unasked` around it.
    @_spi(Host) public var plain: NavigationCommand {
        if case .unasked(let command) = self { command.plain } else { self }
    }
}

/// A tab of an app: one of several stacks of pages.
public struct Tab: Sendable, Equatable, Codable {
    /// The unique name, which the navigator displays and which a command uses to select the tab.
    public let name: String
    /// The URL of the first page, which is opened when the tab is selected for the first time.
    public let url: RouteURL

    /// Creates a tab.
    public init(_ name: String, url: RouteURL) {
        self.name = name
        self.url = url
    }
}
