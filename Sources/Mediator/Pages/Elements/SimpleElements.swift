/// A paragraph of a page.
public struct Text: PageContent, Styled, Sendable, Equatable, Codable {
    /// The text for the user; line breaks are kept.
    public var text: String
    /// The style of the paragraph.
    public var style: Style?

    /// Creates a paragraph.
    public init(_ text: String) { self.text = text }

    /// The paragraph as an element.
    public var elements: [PageElement] { [.text(self)] }
}

/// A heading of the elements that follow it.
public struct Heading: PageContent, Styled, Sendable, Equatable, Codable {
    /// The text for the user.
    public var text: String
    /// The style of the heading.
    public var style: Style?

    /// Creates a heading.
    public init(_ text: String) { self.text = text }

    /// The heading as an element.
    public var elements: [PageElement] { [.heading(self)] }
}

/// A name with its value on a page.
public struct Field: PageContent, Styled, Sendable, Equatable, Codable {
    /// The name of the value.
    public var name: String
    /// The value, as text.
    public var value: String
    /// The style of the value.
    public var style: Style?

    /// Creates a field.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// The field as an element.
    public var elements: [PageElement] { [.field(self)] }
}

/// An image of a page: a caption, and the URL of the image.
public struct Image: PageContent, Styled, Sendable, Equatable, Codable {
    /// The description of the image.
    public var caption: String
    /// The URL of the image.
    public var url: RouteURL
    /// The style of the caption.
    public var style: Style?

    /// Creates an image.
    public init(_ caption: String, at url: RouteURL) {
        self.caption = caption
        self.url = url
    }

    /// The image as an element.
    public var elements: [PageElement] { [.image(self)] }
}

/// A link from a page to another URL, which is opened on behalf of the user.
public struct Link: PageContent, Styled, Sendable, Equatable, Codable {
    /// The text for the user.
    public var title: String
    /// The URL to open.
    public var url: RouteURL
    /// The style of the title.
    public var style: Style?

    /// Creates a link.
    public init(_ title: String, to url: RouteURL) {
        self.title = title
        self.url = url
    }

    /// The link as an element.
    public var elements: [PageElement] { [.link(self)] }
}

/// The progress of an operation.
public struct ProgressBar: PageContent, Styled, Sendable, Equatable, Codable {
    /// The name of the operation.
    public var title: String
    /// The finished part, from 0 to 1, or `nil` if unknown; NaN becomes `nil`, and a number out of range is drawn as
    /// the nearer bound.
    public var fraction: Double? {
        didSet { if fraction?.isNaN == true { fraction = nil } }
    }
    /// The style of the progress bar.
    public var style: Style?

    /// Creates a progress bar; a fraction outside 0 to 1 counts as the nearer bound, and NaN as unknown.
    public init(_ title: String, fraction: Double? = nil) {
        self.title = title
        self.fraction = fraction.flatMap { $0.isNaN ? nil : min(max($0, 0), 1) }
    }

    /// Decodes a progress bar; a fraction outside 0 to 1 counts as the nearer bound.
    /// - Throws: `DecodingError` if the title is missing or a property has the wrong type.
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
