/// The value of the lifecycle events of modules.
public struct ModuleChange: Codable, Sendable, Equatable {
    /// The module's name.
    public let module: String
    /// The module's version, such as `1.2.0`.
    public let version: String

    /// Creates a description of a module; called by the host.
    public init(module: String, version: String) {
        self.module = module
        self.version = version
    }
}

/// The lifecycle events of modules.
///
/// After its registration, a subscriber receives the events of other modules, and `moduleWillStop` for itself.
extension Event<ModuleChange> {
    /// The module's code is loaded, and its instance exists.
    public static var moduleDidLoad: Event<ModuleChange> { "switchboard.module.did-load" }
    /// A module is about to start; it starts after all subscribers were notified.
    public static var moduleWillStart: Event<ModuleChange> { "switchboard.module.will-start" }
    /// A module is about to stop; its declarations are still registered. The last subscriber is notified first.
    public static var moduleWillStop: Event<ModuleChange> { "switchboard.module.will-stop" }
}

extension Event {
    /// The rules under one name in the tables of all remotes: a JSON array of objects, each with a `pattern`.
    ///
    /// Only subscribers interpret the other keys of an object. A module receives the current rules after its
    /// registration. After each change, it receives the list of all rules, even if the list is empty.
    public static func tableRules(_ name: String) -> Event { Event("switchboard.rules." + name) }
}

/// The value of page events.
public struct PageChange: Codable, Sendable, Equatable {
    /// The URL that led to the page.
    public let url: String
    /// The page's title.
    public let title: String
    /// The style of the page's presentation on the stack.
    public let style: StackEntry.Style

    init(_ entry: StackEntry) {
        url = entry.url
        title = entry.title
        style = entry.style
    }
}

/// Events about the page on top of the stack.
///
/// A page disappears when another page covers it, and appears again when it is uncovered. A change of the top page has
/// this order: "will disappear" for the old page, "will appear" for the new page, the navigator performs the command,
/// "did disappear", "did appear". If the navigator does not perform the command, the "did" events are not published.
extension Event<PageChange> {
    /// A page is about to be on top.
    public static var pageWillAppear: Event<PageChange> { "switchboard.page.will-appear" }
    /// A page is on top.
    public static var pageDidAppear: Event<PageChange> { "switchboard.page.did-appear" }
    /// A page is about to be covered or removed; the last subscriber is notified first.
    public static var pageWillDisappear: Event<PageChange> { "switchboard.page.will-disappear" }
    /// A page was covered or removed; the last subscriber is notified first.
    public static var pageDidDisappear: Event<PageChange> { "switchboard.page.did-disappear" }
}

extension PageChange {
    static let eventNames = Set(
        [Event.pageWillAppear, .pageDidAppear, .pageWillDisappear, .pageDidDisappear].map(\.name))
}

/// The replacement of one page by another on top of the stack.
struct PageTurn {
    let old: StackEntry?
    let new: StackEntry?

    /// Creates the change that a command made; `nil` if the navigator refused the command, or if the top page stays.
    init?(from before: ChunkedArray<StackEntry>, to feedback: Feedback) {
        if case .refused = feedback.outcome { return nil }
        self.init(from: before, to: feedback.entries)
    }

    /// Creates the change between two states of the stack; `nil` if the top page stays.
    init?(from before: ChunkedArray<StackEntry>, to after: ChunkedArray<StackEntry>) {
        (old, new) = (before.last, after.last)
        if old?.identity == new?.identity { return nil }
    }
}

/// The value of the event that is published when the user has chosen an element of a page.
public struct PageChoice: Codable, Sendable, Equatable {
    /// The kind of an element that the user can choose.
    public enum Kind: String, Codable, Sendable {
        /// A `Link`, an `Action` or a `Form`.
        case link, action, form
    }

    /// The kind of the element.
    public let kind: Kind
    /// The title of the element.
    public let title: String
    /// The URL that the element opens or calls; `nil` for a message to the page's own module.
    public let url: String?
    /// The URL that led to the page.
    public let page: String
    /// The values of a form, keyed by the names of its fields; a secret or sensitive value is `***`.
    public let values: [String: String]
    /// Whether the effect of the choice ended without an error.
    public let isDone: Bool
    /// The time from the choice to the end of the choice's effect, in microseconds.
    public let microseconds: Int64
}

extension Event<PageChoice> {
    /// The user has chosen a link, an action or a form of a page, and the effect of the choice has ended.
    public static var pageChoice: Event<PageChoice> { "switchboard.page.choice" }
}
