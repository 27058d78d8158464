/// A page: a title and elements, in reading order.
///
/// A module describes a page, and the navigator renders it as a browser does. Elements do not depend on the terminal.
public struct Page: Sendable {
    /// The title, displayed on the page and in the stack; a navigator replaces an empty title.
    public var title: String
    /// The elements of the page, from the top.
    public var elements: [PageElement]
    /// The receiver of messages from elements that are not in a container with its own receiver.
    @_spi(Host) public var receiver: Receiver?
    /// The question that the user is asked before the page leaves the stack without a value, or `nil` for no question.
    public var leaveQuestion: String?
    /// The source of updated elements, if the page is live.
    @_spi(Host) public var source: PageSource?
    /// The lease of the page's module, if the page is the value of a call (`call(_:as: Page.self)`) or is sent to
    /// another host.
    var lease: Lease?

    /// Creates a page.
    /// - Throws: the error of `elements`.
    public init(_ title: String, @PageBuilder elements: () throws -> [PageElement]) rethrows {
        self.title = title
        self.elements = try elements()
    }

    /// Creates a page without elements.
    public init(_ title: String) { self.init(title) {} }
}

extension Page: Equatable {
    /// Returns whether the descriptions are equal; the sources of elements are not compared.
    public static func == (first: Page, second: Page) -> Bool {
        first.title == second.title && first.elements == second.elements && first.receiver == second.receiver
            && first.leaveQuestion == second.leaveQuestion
    }
}

@_spi(Host) extension Page {
    /// Returns whether both pages have equal descriptions, the same receivers and the same sources.
    public func isSame(as other: Page) -> Bool {
        guard self == other, source === other.source, receiver?.identity == other.receiver?.identity else {
            return false
        }
        return zip(allElements, other.allElements).allSatisfy { pair in
            guard case (.container(let one), .container(let other)) = pair else { return true }
            return one.source === other.source && one.receiver?.identity == other.receiver?.identity
        }
    }
}

extension Page: Codable {
    private enum Key: String, CodingKey { case title, elements, receiver, leaveQuestion }

    /// Decodes `{"title":…,"elements":[…]}`; a missing title is empty.
    /// - Throws: `DecodingError` if the elements are missing or invalid.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        title = try container.decodeIfPresent(String.self, forKey: .title) ?? ""
        elements = try container.decode([PageElement].self, forKey: .elements)
        receiver = try container.decodeIfPresent(RouteURL.self, forKey: .receiver).map(Receiver.init(url:))
        leaveQuestion = try container.decodeIfPresent(String.self, forKey: .leaveQuestion)
    }

    /// Encodes the title, the elements, the URL of the receiver and the question for the user.
    /// - Throws: the encoder's error, such as for a message without a JSON form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(title, forKey: .title)
        try container.encode(elements, forKey: .elements)
        try container.encodeIfPresent(receiver?.url, forKey: .receiver)
        try container.encodeIfPresent(leaveQuestion, forKey: .leaveQuestion)
    }
}

extension Page: ResponseConvertible {
    /// A response that pushes the page.
    public var response: Response { .page(self) }
}

extension Page {
    /// Returns the page with a question, such as for an unsaved form. The user is asked before the page leaves without
    /// a value.
    ///
    /// ```swift
    /// Page("Write a message") { … }.asking("Your message was not sent. Leave it?")
    /// ```
    ///
    /// The question is not asked when another page only covers the page. If no user can be asked, the command that
    /// would remove the page is refused. An `.unasked` command removes the page without the question.
    public func asking(_ question: String) -> Page {
        var page = self
        page.leaveQuestion = question
        return page
    }

    /// All links of the page: links, images, and items and rows with a URL, in the order of their numbers on the page.
    ///
    /// Links in a container count only if the container is `ready`.
    ///
    /// - Complexity: O(n) in the number of elements, items and rows; it creates all rows that are made on demand.
    public var links: [Link] { elements.flatMap(\.links) }

    /// All URLs that the page opens or calls.
    var urls: [RouteURL] { elements.flatMap(\.urls) + [receiver?.url].compactMap(\.self) }
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

    fileprivate var urls: [RouteURL] {
        switch self {
        case .action(let action): action.urls
        case .form(let form): [form.url, form.completion?.url].compactMap(\.self)
        case .container(let container):
            container.content.flatMap(\.urls) + (container.retry?.urls ?? [])
                + [container.receiver?.url].compactMap(\.self)
        default: links.map(\.url)
        }
    }
}

extension Action<Never> {
    fileprivate var urls: [RouteURL] { [url, completion?.url].compactMap(\.self) }
}

extension Completion {
    fileprivate var url: RouteURL? { if case .open(let url) = self { url } else { nil } }
}

/// A value that can be written in the builder of a page's elements.
public protocol PageContent {
    /// The elements of the value.
    var elements: [PageElement] { get }
}

extension PageContent {
    /// Returns a changed copy of the value, for properties that the initialiser does not set.
    ///
    /// ```swift
    /// Image("The kitchen", at: url).then { $0.style = .secondary }
    /// ```
    public func then(_ change: (inout Self) -> Void) -> Self {
        var changed = self
        change(&changed)
        return changed
    }

    /// Returns the content in a container with a layout.
    ///
    /// ```swift
    /// Text("Only today").with(style: .warning).makeLayout(.indented(by: 4))
    /// ```
    public func makeLayout(_ layout: some Layoutable) -> Container {
        Container { self }.then { $0.layout = layout.layout }
    }
}

extension PageElement: PageContent {
    /// An array with only this element.
    public var elements: [PageElement] { [self] }
}
