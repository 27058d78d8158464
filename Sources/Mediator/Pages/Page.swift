/// A page as a described view: a title and elements, in reading order.
///
/// A module describes a page; the navigator shows it, as a browser does. No element knows the terminal.
public struct Page: Sendable {
    /// The title, shown first and on the stack; a navigator replaces an empty one.
    public var title: String
    /// The elements of the page, from the top.
    public var elements: [PageElement]
    /// The receiver of messages that no container of the page receives.
    @_spi(Host) public var receiver: Receiver?
    /// The question before the page leaves the stack without a value; `nil` for a page that asks none.
    public var leaveQuestion: String?
    /// The source of newer elements, if the page is live.
    @_spi(Host) public var source: PageSource?
    /// Keeps the module of a page that was called (`call(_:as: Page.self)`) as long as the page is held.
    var lease: Lease?

    /// Creates a page.
    /// - Throws: the error of `elements`.
    public init(_ title: String, @PageBuilder elements: () throws -> [PageElement]) rethrows {
        self.title = title
        self.elements = try elements()
    }

    /// Creates a page with a title alone.
    public init(_ title: String) { self.init(title) {} }
}

extension Page: Equatable {
    /// Returns whether the descriptions are equal; sources of elements do not count.
    public static func == (first: Page, second: Page) -> Bool {
        first.title == second.title && first.elements == second.elements && first.receiver == second.receiver
            && first.leaveQuestion == second.leaveQuestion
    }
}

@_spi(Host) extension Page {
    /// Returns whether the descriptions are equal, and have the same code and the same sources.
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
    /// - Throws: `DecodingError` without elements, and for an invalid one.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        title = try container.decodeIfPresent(String.self, forKey: .title) ?? ""
        elements = try container.decode([PageElement].self, forKey: .elements)
        receiver = try container.decodeIfPresent(RouteURL.self, forKey: .receiver).map(Receiver.init(url:))
        leaveQuestion = try container.decodeIfPresent(String.self, forKey: .leaveQuestion)
    }

    /// Encodes the title and the elements.
    /// - Throws: the encoder's error, such as for a message that has no JSON.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(title, forKey: .title)
        try container.encode(elements, forKey: .elements)
        try container.encodeIfPresent(receiver?.url, forKey: .receiver)
        try container.encodeIfPresent(leaveQuestion, forKey: .leaveQuestion)
    }
}

extension Page: ResponseConvertible {
    /// The page as a response: it is pushed.
    public var response: Response { .page(self) }
}

extension Page {
    /// Returns the page with a question to the person before it leaves without a value, as for an unsaved form.
    ///
    /// ```swift
    /// Page("Write a message") { … }.asking("Your message was not sent. Leave it?")
    /// ```
    ///
    /// A covered page stays and does not ask. If no person can be asked, the page stays and the command that would
    /// remove it is refused; a command within `.unasked` proceeds.
    public func asking(_ question: String) -> Page {
        var page = self
        page.leaveQuestion = question
        return page
    }

    /// All links from the page to other URLs, in the order in which a navigator numbers them: links, images, items and
    /// rows, including those of containers that show their content.
    ///
    /// - Complexity: O(n) in the number of elements, items and rows; each of them is made for that.
    public var links: [Link] { elements.flatMap(\.links) }

    /// Every URL of the page, for opening or calling.
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

/// A value that may be in a page's builder.
public protocol PageContent {
    /// The elements of the value.
    var elements: [PageElement] { get }
}

extension PageContent {
    /// Returns the value after a change, for properties that no initialiser takes.
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
    /// The element alone.
    public var elements: [PageElement] { [self] }
}
