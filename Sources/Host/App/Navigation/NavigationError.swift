/// The reason why a number has no target.
enum NavigationError: Error, Sendable, Equatable {
    /// No page with links is open.
    case noPage
    /// The page on top has no link with that number.
    case noLink(number: Int, page: String, count: Int)
    /// The top page has been shown completely.
    case noMore
}

extension NavigationError: CustomStringConvertible {
    var description: String {
        switch self {
        case .noPage:
            "no page is open; open a URL first"
        case .noLink(let number, let page, let count):
            "\"\(page)\" has no link \(number); "
                + (count == 0 ? "it has no links: open a URL" : "type a number from 1 to \(count)")
        case .noMore:
            "there is no more of the page; go back, or open a URL"
        }
    }
}
