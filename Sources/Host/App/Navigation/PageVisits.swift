@_spi(Host) import ModuleKit

/// A visit: a page that became the top page, and the command that caused it.
struct PageVisit: Sendable, Encodable {
    let url: String
    let title: String
    let command: String
}

/// The visited pages of a session, the oldest first.
struct PageVisits {
    private static let limit = 1_000

    private(set) var all: [PageVisit] = []
    /// The identity of the page that was on top last.
    private var last: UInt64?

    /// Adds the top page, unless it was already on top.
    mutating func note(_ top: PageStack.Item?, by command: String) {
        guard let entry = top?.entry, entry.identity != last else { return }
        last = entry.identity
        if all.count == Self.limit { all.removeFirst() }
        all.append(PageVisit(url: entry.url, title: entry.title, command: command))
    }

    /// Forgets which page was on top last, because a new stack numbers its pages from the beginning again.
    mutating func beginStack() { last = nil }
}
