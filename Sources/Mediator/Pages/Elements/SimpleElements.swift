/// A paragraph of a page.
public struct Text: PageContent, Styled, Sendable, Equatable, Codable {
    /// What the person reads; line breaks stay.
    public var text: String
    /// How it looks.
    public var style: Style?

    /// Describes a paragraph.
    public init(_ text: String) { self.text = text }

    /// The paragraph as an element.
    public var elements: [PageElement] { [.text(self)] }
}

/// A line that names what follows.
public struct Heading: PageContent, Styled, Sendable, Equatable, Codable {
    /// What the person reads.
    public var text: String
    /// How it looks.
    public var style: Style?

    /// Describes a heading.
    public init(_ text: String) { self.text = text }

    /// The heading as an element.
    public var elements: [PageElement] { [.heading(self)] }
}

/// A name and its value on a page.
public struct Field: PageContent, Styled, Sendable, Equatable, Codable {
    /// What the value is called.
    public var name: String
    /// The value, as text.
    public var value: String
    /// How the value looks.
    public var style: Style?

    /// Describes a field.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// The field as an element.
    public var elements: [PageElement] { [.field(self)] }
}

/// An image of a page: a caption, and the URL that leads to the image itself.
public struct Image: PageContent, Styled, Sendable, Equatable, Codable {
    /// What the image shows, in words.
    public var caption: String
    /// Where the image is.
    public var url: String
    /// How the caption looks.
    public var style: Style?

    /// Describes an image.
    public init(_ caption: String, at url: String) {
        self.caption = caption
        self.url = url
    }

    /// The image as an element.
    public var elements: [PageElement] { [.image(self)] }
}

/// A way from a page to another URL; following it is a request of the person at the navigator.
public struct Link: PageContent, Styled, Sendable, Equatable, Codable {
    /// What the person reads.
    public var title: String
    /// The URL that is opened.
    public var url: String
    /// How the title looks.
    public var style: Style?

    /// Describes a link.
    public init(_ title: String, to url: String) {
        self.title = title
        self.url = url
    }

    /// Describes a link to a route of a façade.
    ///
    /// - Throws: `URLGenerationError` where a parameter cannot stand in a URL.
    public init(_ title: String, to route: RouteReference) throws(URLGenerationError) {
        self.init(title, to: try route.url)
    }

    /// The link as an element.
    public var elements: [PageElement] { [.link(self)] }
}

/// How far something has come.
public struct ProgressBar: PageContent, Styled, Sendable, Equatable, Codable {
    /// What it is that goes on.
    public var title: String
    /// The part that is done, from 0 to 1, or `nil` where nobody knows; what lies outside is taken for the nearer end,
    /// and what is no number for `nil`.
    public var fraction: Double? {
        didSet { if fraction?.isNaN == true { fraction = nil } }
    }
    /// How it looks.
    public var style: Style?

    /// Describes progress; a fraction that is not a number is one that nobody knows.
    public init(_ title: String, fraction: Double? = nil) {
        self.title = title
        self.fraction = fraction.flatMap { $0.isNaN ? nil : min(max($0, 0), 1) }
    }

    /// Decodes progress; a fraction outside 0 to 1 is taken for the nearer end.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(String.self, forKey: .title),
            fraction: try container.decodeIfPresent(Double.self, forKey: .fraction))
        style = try container.decodeIfPresent(Style.self, forKey: .style)
    }

    /// The progress as an element.
    public var elements: [PageElement] { [.progress(self)] }
}
