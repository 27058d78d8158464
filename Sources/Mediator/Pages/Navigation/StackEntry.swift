/// One page of the navigator's stack.
public struct StackEntry: Sendable, Encodable {
    /// The way in which a page came onto the stack.
    public enum Style: String, Sendable, Codable {
        /// The page leaves by a pop.
        case pushed
        /// The page leaves by a dismissal.
        case presented
    }

    private enum CodingKeys: String, CodingKey { case url, title, style }

    /// The URL that led to the page.
    public let url: String
    /// The page's title.
    public let title: String
    /// The way in which the page came onto the stack.
    public let style: Style
    /// The page's number among those that look alike; 0 if the navigator gives none.
    @_spi(Host) public let identity: UInt64

    /// Creates an entry with its number.
    @_spi(Host) public init(url: String, title: String, style: Style, identity: UInt64 = 0) {
        self.url = url
        self.title = title
        self.style = style
        self.identity = identity
    }
}

extension StackEntry: Equatable {
    /// Returns whether two entries look alike.
    public static func == (first: StackEntry, second: StackEntry) -> Bool {
        first.url == second.url && first.title == second.title && first.style == second.style
    }
}

/// The reason why a command was not performed; the stack is unchanged.
enum StackRefusal: Error, Sendable, Equatable {
    /// No page is open.
    case empty
    /// The page that the command answers is not on top.
    case answeredPageLeft
    /// The top page was presented, and cannot be popped.
    case presented(title: String)
    /// The top page is the only one.
    case first(title: String)
    /// No page on the stack was presented.
    case nonePresented
    /// No web page has that URL.
    case notWeb(String)
    /// No page of the stack has the URL; these are the URLs of the stack.
    case notOnStack(url: String, there: [String])
    /// The page with the URL is below a presented page.
    case covered(url: String, by: String)
    /// There are fewer pages to go back to.
    case tooFarBack(Int, limit: Int)
    /// There are fewer pages to put back.
    case tooFarForward(Int, limit: Int)
    /// A number of pages is less than 1.
    case notANumberOfPages(Int)
    /// The app has no tabs.
    case noTabs
    /// No tab has the name; these are the tabs.
    case noTab(String, there: [String])
    /// These tabs are invalid.
    case wrongTabs(reason: String)
}

extension StackRefusal: CustomStringConvertible {
    var description: String {
        switch self {
        case .empty: "no page is open; open a URL first"
        case .answeredPageLeft: "the page that was answered is not on top any more; open it again"
        case .presented(let title): "\"\(title)\" was presented; dismiss it"
        case .first(let title): "\"\(title)\" is the first page; open another URL"
        case .nonePresented: "no page was presented; go back instead"
        case .notWeb(let address): "\"\(address)\" is not an http or https URL; ask for one"
        case .notOnStack(let url, let there):
            "no open page has the URL \(url); open it"
                + (there.isEmpty ? "" : ", or go back to \(there.joined(separator: ", "))")
        case .covered(let url, let title): "\(url) is under \"\(title)\", which was presented; dismiss that first"
        case .tooFarBack(let count, let limit):
            limit == 0
                ? "there is no page to go back to; open a URL"
                : "there \(limit == 1 ? "is 1 page" : "are \(limit) pages") to go back to, not \(count); go back \(limit)"
        case .tooFarForward(_, 0): "no page was popped that could be put back; open its URL again"
        case .tooFarForward(let count, let limit): "\(count) pages forward is too far; go \(limit) at most"
        case .notANumberOfPages(let count): "\(count) is not a number of pages; give 1 or more"
        case .noTabs: "there are no tabs; open a URL that shows some"
        case .noTab(let name, let there):
            "no tab is named \"\(name)\"; choose \(there.map { "\"\($0)\"" }.joined(separator: ", "))"
        case .wrongTabs(let reason): "these cannot be tabs: \(reason)"
        }
    }
}
