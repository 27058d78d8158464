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

extension NavigationCommand {
    /// The commands that it consists of.
    private var parts: [NavigationCommand] {
        switch self {
        case .sequence(let commands): commands.flatMap(\.parts)
        case .mannered(let command, _): command.parts
        default: [self]
        }
    }

    /// Whether one of the commands that it consists of is such.
    private func contains(_ isSuch: (NavigationCommand) -> Bool) -> Bool {
        switch self {
        case .sequence(let commands): commands.contains { $0.contains(isSuch) }
        case .mannered(let command, _): command.contains(isSuch)
        default: isSuch(self)
        }
    }

    /// Whether a page comes onto the stack, which leaves it some time.
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

    /// Whether neither a performer nor a page has to be asked before it is performed.
    var isPerformedAsItIs: Bool { !isCustom && !takesPagesOff }

    /// Whether another page takes the top one's place, which may look like it.
    var replacesPage: Bool {
        contains { command in
            switch command {
            case .replace, .root: true
            default: false
            }
        }
    }

    /// The web pages that it shows.
    @_spi(Host) public var webURLs: [String] {
        parts.compactMap { if case .web(let url) = $0 { url } else { nil } }
    }
}

extension Feedback {
    /// Makes the URLs that its text names fit to be shown: those of the page on top, of a sentence, and of what comes next.
    @_spi(Host) public func naming(_ shown: (String) -> String) -> Feedback {
        let outcome: Outcome =
            if case .refused(let reason) = outcome { .refused(reason: shown(reason)) } else { outcome }
        var entries = entries
        if let top = entries.popLast() { entries.append(top.naming(shown)) }
        return Feedback(outcome, entries: entries, tab: tab, next: next.map(shown))
    }
}

extension StackEntry {
    /// The same with its URL as it may be shown.
    @_spi(Host) public func naming(_ shown: (String) -> String) -> StackEntry {
        StackEntry(url: shown(url), title: title, style: style, identity: identity)
    }
}

extension NavigationCommand {
    /// The same with the URLs that it names as they may be shown.
    @_spi(Host) public func naming(_ shown: (String) -> String) -> NavigationCommand {
        switch self {
        case .web(let url): .web(url: shown(url))
        case .popTo(let url): .popTo(url: shown(url))
        case .tabs(let tabs): .tabs(tabs.map { Tab($0.name, url: shown($0.url)) })
        case .sequence(let commands): .sequence(commands.map { $0.naming(shown) })
        case .mannered(let command, let manner): .mannered(command.naming(shown), manner)
        default: self
        }
    }
}

/// How a command is performed, apart from what it does.
public struct NavigationManner: Sendable, Equatable {
    /// Whether a navigator that can show motion shows it; the command line has none.
    public var isAnimated = true
    /// Whether pages that ask before they are left are asked.
    public var asks = true

    /// The usual manner: animated, and every page is asked.
    public init() {}
}

extension NavigationCommand {
    /// The manner in which the command is performed.
    public var manner: NavigationManner {
        if case .mannered(_, let manner) = self { manner } else { NavigationManner() }
    }

    /// The same command with or without motion.
    public func animated(_ isAnimated: Bool) -> NavigationCommand { changingManner { $0.isAnimated = isAnimated } }

    /// The same command for pages that are done with: none is asked whether it may be left.
    public func unasked() -> NavigationCommand { changingManner { $0.asks = false } }

    /// The command itself, whatever its manner.
    public var plain: NavigationCommand {
        if case .mannered(let command, _) = self { command.plain } else { self }
    }

    private func changingManner(_ change: (inout NavigationManner) -> Void) -> NavigationCommand {
        var manner = manner
        change(&manner)
        return manner == NavigationManner() ? plain : .mannered(plain, manner)
    }
}

/// A tab of an app: a stack of pages of its own beside others.
public struct Tab: Sendable, Equatable, Codable {
    /// The name by which it is chosen and shown; each tab has another.
    public let name: String
    /// The URL of its first page, which is opened when the tab is shown for the first time.
    public let url: String

    /// Describes a tab.
    public init(_ name: String, url: String) {
        self.name = name
        self.url = url
    }

    /// Describes a tab whose first page is a route of a façade.
    ///
    /// - Throws: `URLGenerationError` where a parameter cannot stand in a URL.
    public init(_ name: String, to route: RouteReference) throws(URLGenerationError) {
        self.init(name, url: try route.url)
    }
}
