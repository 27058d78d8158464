/// A page as a described view: a title and elements, in the order in which they are read.
///
/// A module describes; the navigator is the browser that shows it. No element knows the terminal.
public struct Page: Sendable {
    /// The title, shown first and on the stack; a navigator shows something in place of an empty one.
    public var title: String
    /// What is on the page, from the top.
    public var elements: [PageElement]
    /// Where the signals go that no container of the page takes.
    public var callback: Callback?
    /// What the person is asked before the page leaves the stack without a value; `nil` where it may simply leave.
    public var leaveQuestion: String?
    /// What the page is made of again when it changes, if it is live.
    @_spi(Host) public var source: PageSource?

    /// Describes a page.
    public init(_ title: String, @PageBuilder elements: () throws -> [PageElement]) rethrows {
        self.title = title
        self.elements = try elements()
    }
}

extension Page: Equatable {
    /// Whether both describe the same; what they are made of does not count.
    public static func == (first: Page, second: Page) -> Bool {
        first.title == second.title && first.elements == second.elements && first.callback == second.callback
            && first.leaveQuestion == second.leaveQuestion
    }
}

extension Page: Codable {
    private enum Key: String, CodingKey { case title, elements, callback, leaveQuestion }

    /// Decodes `{"title":…,"elements":[…]}`; a title that is missing is empty.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        title = try container.decodeIfPresent(String.self, forKey: .title) ?? ""
        elements = try container.decode([PageElement].self, forKey: .elements)
        callback = try container.decodeIfPresent(String.self, forKey: .callback).map(Callback.init(url:))
        leaveQuestion = try container.decodeIfPresent(String.self, forKey: .leaveQuestion)
    }

    /// Encodes the title and the elements.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(title, forKey: .title)
        try container.encode(elements, forKey: .elements)
        try container.encodeIfPresent(callback?.url, forKey: .callback)
        try container.encodeIfPresent(leaveQuestion, forKey: .leaveQuestion)
    }
}

extension Page: ResponseConvertible {
    /// The page as a response: it is pushed.
    public var response: Response { .page(self) }
}
