@_spi(Host) import ModuleKit

/// The stored form of a stack: the URLs of its pages, and the origin of each.
struct StackSnapshot: Codable, Sendable, Equatable {
    struct PageEntry: Codable, Sendable, Equatable {
        let url: String
        let title: String
        let style: StackEntry.Style
        let origin: KeptOrigin
        /// Whether the URL lacks a sensitive value, which is not stored.
        var isRedacted: Bool?
        /// Whether the page is a web page, which no module describes.
        var isWeb: Bool?
    }

    struct Branch: Codable, Sendable, Equatable {
        /// `nil` in an app without tabs.
        let tab: Tab?
        let pages: [PageEntry]
        /// Whether the tab's URL lacks a sensitive value.
        var isRedacted: Bool?
    }

    /// The version of the file; a host ignores a file of an unknown version.
    static let version = "1.0"

    let formatVersion: String
    let branches: [Branch]
    let selected: Int

    private enum CodingKeys: String, CodingKey {
        case formatVersion = "format_version"
        case branches, selected
    }

    /// Creates the stored form of a stack.
    ///
    /// - Parameters:
    ///   - count: the maximum number of pages in all tabs together, the newest of each.
    ///   - shown: returns a URL without its sensitive values.
    init(_ stack: PageStack, newest count: Int, shown: (String) -> String) {
        let share = max(count / stack.branches.count, 1)
        formatVersion = Self.version
        branches = stack.branches.map { branch in
            let tab = branch.tab.map { Tab($0.name, url: RouteURL(shown($0.url.text))) }
            return Branch(
                tab: tab, pages: branch.items.suffix(share).map { Self.entry($0, shown) },
                isRedacted: tab == branch.tab ? nil : true)
        }
        selected = stack.selected
    }

    private static func entry(_ item: PageStack.Item, _ shown: (String) -> String) -> PageEntry {
        let url = shown(item.entry.url)
        let isRedacted = item.isRedacted || url != item.entry.url
        // A title may contain the value that the URL hides.
        return PageEntry(
            url: url, title: isRedacted ? url : item.entry.title, style: item.entry.style,
            origin: item.origin == .external ? .external : .shell, isRedacted: isRedacted ? true : nil,
            isWeb: item.isWeb ? true : nil)
    }

    /// The reason for which no host can have written the snapshot; `nil` if one can.
    var fault: String? {
        guard formatVersion.hasPrefix("1.") else { return "it is of version \(formatVersion), not 1" }
        guard branches.indices.contains(selected) else { return "it shows a tab that is not there" }
        guard branches.count <= Restoration.pageLimit else { return "it has more than \(Restoration.pageLimit) tabs" }
        let tabs = branches.compactMap(\.tab?.name)
        let isTabbed = tabs.count == branches.count && Set(tabs).count == tabs.count && !tabs.contains("")
        return isTabbed || branches.count == 1 && tabs.isEmpty ? nil : "its tabs are not in order"
    }
}

/// The origin of a page in a file: an external caller, or the session. A file grants no more rights than those of the
/// session.
enum KeptOrigin: String, Codable, Sendable {
    case shell, external
}
