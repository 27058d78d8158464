import ModuleKit

/// A page as the JSON output shows it: the page itself and the URL that led to it.
struct ShownPage: Encodable {
    private let url: String
    private let page: Page

    private enum Key: String, CodingKey { case url }

    init(_ item: PageStack.Item) {
        url = item.entry.url
        page = item.page
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(url, forKey: .url)
        try page.encode(to: encoder)
    }
}
