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
