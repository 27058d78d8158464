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
