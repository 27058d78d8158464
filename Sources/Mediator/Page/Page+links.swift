extension Page {
    /// All ways from the page to other URLs, in the order in which a navigator numbers them: links, images, items and rows,
    /// those of containers that show their content too.
    ///
    /// - Complexity: O(n) in the number of elements, items and rows; each of them is made for that.
    public var links: [Link] { elements.flatMap(\.links) }

    /// Every URL that the page names, whether it is opened or called.
    var urls: [String] { elements.flatMap(\.urls) + [callback?.url].compactMap(\.self) }
}

extension PageElement {
    fileprivate var links: [Link] {
        switch self {
        case .link(let link): [link]
        case .image(let image): [Link(image.caption, to: image.url)]
        case .list(let list): list.items.compactMap { item in item.url.map { Link(item.title, to: $0) } }
        case .table(let table):
            table.rows.compactMap { row in row.url.map { Link(row.cells.first ?? "", to: $0) } }
        case .container(let container): container.state == .ready ? container.content.flatMap(\.links) : []
        case .heading, .text, .field, .form, .progress, .action, .unknown: []
        }
    }

    fileprivate var urls: [String] {
        switch self {
        case .action(let action): action.urls
        case .form(let form): [form.url, form.completion?.url].compactMap(\.self)
        case .container(let container):
            container.content.flatMap(\.urls) + (container.retry?.urls ?? [])
                + [container.callback?.url].compactMap(\.self)
        default: links.map(\.url)
        }
    }
}

extension Action {
    fileprivate var urls: [String] { [url, completion?.url].compactMap(\.self) }
}

extension Completion {
    fileprivate var url: String? { if case .open(let url) = self { url } else { nil } }
}
