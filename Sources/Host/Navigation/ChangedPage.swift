@_spi(Host) import ModuleKit

/// What has changed on a page, as the JSON output tells it.
struct ChangedPage: Encodable {
    private let url: String
    private let changes: PageDifference

    init(_ item: PageStack.Item, since elements: [PageElement]) {
        url = item.entry.url
        changes = PageDifference(from: elements, to: item.page.elements)
    }

    /// Whether nothing has.
    var isEmpty: Bool { changes.changes.isEmpty }
}
