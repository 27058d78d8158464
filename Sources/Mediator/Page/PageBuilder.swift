/// Collects a page's content, so that a page reads as it looks.
@resultBuilder
public enum PageBuilder {
    /// One piece of content.
    public static func buildExpression(_ content: some PageContent) -> [PageElement] { content.elements }
    /// One after the other.
    public static func buildBlock(_ parts: [PageElement]...) -> [PageElement] { parts.flatMap(\.self) }
    /// An `if` without an `else`.
    public static func buildOptional(_ part: [PageElement]?) -> [PageElement] { part ?? [] }
    /// The first branch of an `if` or `switch`.
    public static func buildEither(first: [PageElement]) -> [PageElement] { first }
    /// The other branch of an `if` or `switch`.
    public static func buildEither(second: [PageElement]) -> [PageElement] { second }
    /// A `for` loop.
    public static func buildArray(_ parts: [[PageElement]]) -> [PageElement] { parts.flatMap(\.self) }
}
