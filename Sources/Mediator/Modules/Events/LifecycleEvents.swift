/// What the events in the life of a module carry.
public struct ModuleChange: Codable, Sendable, Equatable {
    /// The module's name.
    public let module: String
    /// The module's version, such as `1.2.0`.
    public let version: String

    /// Describes a module; the host does.
    public init(module: String, version: String) {
        self.module = module
        self.version = version
    }
}

/// Events in the lives of modules. A module is told of others from when it is registered, and of its own end; of those that
/// were loaded before it, nothing is told again.
extension Event<ModuleChange> {
    /// A module's code is there, and the module itself was made.
    public static var moduleDidLoad: Event<ModuleChange> { "switchboard.module.did-load" }
    /// A module is about to start; it goes on when all subscribers were told.
    public static var moduleWillStart: Event<ModuleChange> { "switchboard.module.will-start" }
    /// A module is about to leave, with all that it declares still in place; the last subscriber is told first.
    public static var moduleWillStop: Event<ModuleChange> { "switchboard.module.will-stop" }
}

/// What the events of pages carry.
public struct PageChange: Codable, Sendable, Equatable {
    /// The URL that led to the page.
    public let url: String
    /// The page's title.
    public let title: String
    /// How the page came onto the stack.
    public let style: StackEntry.Style

    init(_ entry: StackEntry) {
        url = entry.url
        title = entry.title
        style = entry.style
    }
}

/// Events of the page on top of the stack, whatever changes it.
///
/// A page that another one covers disappears, and appears again when it is uncovered. For each change the old page will
/// disappear, the new one will appear, the command is performed, the old one did disappear, and the new one did appear.
/// Where the navigator does not perform the command after all, no page did anything.
extension Event<PageChange> {
    /// A page is about to be on top.
    public static var pageWillAppear: Event<PageChange> { "switchboard.page.will-appear" }
    /// A page is on top.
    public static var pageDidAppear: Event<PageChange> { "switchboard.page.did-appear" }
    /// A page is about to be covered or to leave; the last subscriber is told first.
    public static var pageWillDisappear: Event<PageChange> { "switchboard.page.will-disappear" }
    /// A page was covered or has left; the last subscriber is told first.
    public static var pageDidDisappear: Event<PageChange> { "switchboard.page.did-disappear" }
}

extension PageChange {
    /// The names of all events of pages.
    static let eventNames = Set(
        [Event.pageWillAppear, .pageDidAppear, .pageWillDisappear, .pageDidDisappear].map(\.name))
}

/// One page in place of another on top of the stack.
struct PageTurn {
    /// The page that was on top, if there was one.
    let old: StackEntry?
    /// The page that comes on top, if there is one.
    let new: StackEntry?

    /// What a command did to a stack, or `nil` where the same page is on top.
    init?(from before: ChunkedArray<StackEntry>, to feedback: Feedback, by command: NavigationCommand) {
        if case .refused = feedback.outcome { return nil }
        let after = feedback.entries
        (old, new) = (before.last, after.last)
        guard let old, let new else {
            if before.isEmpty, after.isEmpty { return nil }
            return
        }
        guard old.identity == 0 || new.identity == 0 else {
            if old.identity == new.identity { return nil }
            return
        }
        // What takes the top page's place may look like it.
        if before.count == after.count, old == new, !command.replacesPage { return nil }
    }
}
