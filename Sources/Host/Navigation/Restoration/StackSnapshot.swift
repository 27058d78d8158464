@_spi(Host) import ModuleKit

/// A stack as it outlives the session: the URLs of its pages, and who asked for each.
struct StackSnapshot: Codable, Sendable, Equatable {
    struct PageEntry: Codable, Sendable, Equatable {
        let url: String
        let title: String
        let style: StackEntry.Style
        let origin: OriginName
        /// Whether the URL lacks a sensitive value, which is kept nowhere.
        var isRedacted: Bool?
        /// Whether it is a web page, which no module describes.
        var isWeb: Bool?
    }

    struct Branch: Codable, Sendable, Equatable {
        /// `nil` in an app without tabs.
        let tab: Tab?
        let pages: [PageEntry]
        /// Whether the tab's URL lacks a sensitive value.
        var isRedacted: Bool?
    }

    /// The version of the file; one that this host does not know is not read.
    static let version = "1.0"

    let formatVersion: String
    let branches: [Branch]
    let selected: Int

    private enum CodingKeys: String, CodingKey {
        case formatVersion = "format_version"
        case branches, selected
    }

    /// What is kept of a stack.
    ///
    /// - Parameter shown: a URL without its sensitive values.
    init(_ stack: PageStack, shown: (String) -> String) {
        formatVersion = Self.version
        branches = stack.branches.map { branch in
            let tab = branch.tab.map { Tab($0.name, url: shown($0.url)) }
            return Branch(
                tab: tab, pages: branch.items.map(Self.entry), isRedacted: tab == branch.tab ? nil : true)
        }
        selected = stack.selected
    }

    private static func entry(_ item: PageStack.Item) -> PageEntry {
        // A title may well say what the URL does not.
        PageEntry(
            url: item.entry.url, title: item.isRedacted ? item.entry.url : item.entry.title, style: item.entry.style,
            origin: OriginName(item.origin ?? .shell), isRedacted: item.isRedacted ? true : nil,
            isWeb: item.isWeb ? true : nil)
    }

    /// Why it cannot be what a host has written; `nil` where it can.
    var fault: String? {
        guard formatVersion.hasPrefix("1.") else { return "it is of version \(formatVersion), not 1" }
        guard branches.indices.contains(selected) else { return "it shows a tab that is not there" }
        let tabs = branches.compactMap(\.tab?.name)
        let isTabbed = tabs.count == branches.count && Set(tabs).count == tabs.count && !tabs.contains("")
        return isTabbed || branches.count == 1 && tabs.isEmpty ? nil : "its tabs are not in order"
    }
}

/// Who asked for a page, as a file says it: `shell`, `external`, or `module:Rent`.
struct OriginName: Codable, Sendable, Equatable {
    let origin: Origin

    init(_ origin: Origin) { self.origin = origin }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        switch text {
        case "shell": origin = .shell
        case "external": origin = .external
        case _ where text.hasPrefix(Self.module): origin = .module(String(text.dropFirst(Self.module.count)))
        default:
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(text)\" is no origin")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch origin {
        case .module(let name): try container.encode(Self.module + name)
        case .shell: try container.encode("shell")
        // What is not known may no more than anybody.
        case .external: try container.encode("external")
        @unknown default: try container.encode("external")
        }
    }

    private static let module = "module:"
}
