import ModuleKit

/// A page as the JSON output shows it: the page itself and the URL that led to it.
struct ShownPage: Encodable {
    let url: String
    let title: String
    let elements: [PageElement]

    init(_ item: PageStack.Item) {
        url = item.entry.url
        title = item.page.title
        elements = item.page.elements
    }
}
