@_spi(Host) import ModuleKit

/// A stack as it outlives the session: the URLs of its pages, and who asked for each.
struct StackSnapshot: Codable, Sendable, Equatable {
    struct PageEntry: Codable, Sendable, Equatable {
        let url: String
        let title: String
        let style: StackEntry.Style
        let origin: KeptOrigin
        /// Whether the URL lacks a sensitive value, which is kept nowhere.
        var isRedacted: Bool?
        /// Whether it is a web page, which no module describes.
        var isWeb: Bool?
    }

    struct Branch: Codable, Sendable, Equatable {
        /// `nil` in an app without tabs.
        let tab: Tab?
        var pages: [PageEntry]
        /// Whether the tab's URL lacks a sensitive value.
        var isRedacted: Bool?
    }

    /// Where a page is in the file.
    struct Place: Sendable, Hashable {
        let branch: Int
        let page: Int
    }

    /// The version of the file; one that this host does not know is not read.
    static let version = "1.0"

    let formatVersion: String
    private(set) var branches: [Branch]
    let selected: Int

    private enum CodingKeys: String, CodingKey {
        case formatVersion = "format_version"
        case branches, selected
    }

    /// What is kept of a stack.
    ///
    /// - Parameters:
    ///   - count: how many pages, those of all tabs together, the newest of each.
    ///   - shown: a URL without its sensitive values.
    init(_ stack: PageStack, newest count: Int, shown: (String) -> String) {
        let share = max(count / stack.branches.count, 1)
        formatVersion = Self.version
        branches = stack.branches.map { branch in
            let tab = branch.tab.map { Tab($0.name, url: shown($0.url)) }
            return Branch(
                tab: tab, pages: branch.items.suffix(share).map { Self.entry($0, shown) },
                isRedacted: tab == branch.tab ? nil : true)
        }
        selected = stack.selected
    }

    private static func entry(_ item: PageStack.Item, _ shown: (String) -> String) -> PageEntry {
        let url = shown(item.entry.url)
        let isRedacted = item.isRedacted || url != item.entry.url
        // A title may well say what the URL does not.
        return PageEntry(
            url: url, title: isRedacted ? url : item.entry.title, style: item.entry.style,
            origin: item.origin == .external ? .external : .shell, isRedacted: isRedacted ? true : nil,
            isWeb: item.isWeb ? true : nil)
    }

    /// The page at a place, where there is one.
    func page(at place: Place) -> PageEntry? {
        guard branches.indices.contains(place.branch) else { return nil }
        let pages = branches[place.branch].pages
        return pages.indices.contains(place.page) ? pages[place.page] : nil
    }

    /// The same without some pages.
    func without(_ places: Set<Place>) -> StackSnapshot {
        var rest = self
        for (number, branch) in branches.enumerated() {
            rest.branches[number].pages = branch.pages.indices
                .filter { !places.contains(Place(branch: number, page: $0)) }.map { branch.pages[$0] }
        }
        return rest
    }

    /// Why it cannot be what a host has written; `nil` where it can.
    var fault: String? {
        guard formatVersion.hasPrefix("1.") else { return "it is of version \(formatVersion), not 1" }
        guard branches.indices.contains(selected) else { return "it shows a tab that is not there" }
        guard branches.count <= Restoration.pageLimit else { return "it has more than \(Restoration.pageLimit) tabs" }
        let tabs = branches.compactMap(\.tab?.name)
        let isTabbed = tabs.count == branches.count && Set(tabs).count == tabs.count && !tabs.contains("")
        return isTabbed || branches.count == 1 && tabs.isEmpty ? nil : "its tabs are not in order"
    }
}

/// Who asked for a page, as a file says it: an outsider, or the session. A file gives nobody more than the session has.
enum KeptOrigin: String, Codable, Sendable {
    case shell, external

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        // Hosts before this one wrote the module that had asked.
        guard let origin = KeptOrigin(rawValue: text.hasPrefix("module:") ? "shell" : text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(text)\" is no origin")
        }
        self = origin
    }
}
