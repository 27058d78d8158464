/// A builder of declarations of one kind, such as interceptors or the fields of a form, so that they read like a table.
@resultBuilder
public enum DeclarationsBuilder<Declaration> {
    /// One declaration.
    public static func buildExpression(_ declaration: Declaration) -> [Declaration] { [declaration] }
    /// Declarations that are made elsewhere, such as a property with `@RoutesBuilder`.
    public static func buildExpression(_ declarations: [Declaration]) -> [Declaration] { declarations }
    /// One after the other.
    public static func buildBlock(_ parts: [Declaration]...) -> [Declaration] { parts.flatMap { $0 } }
    /// An `if` without an `else`.
    public static func buildOptional(_ part: [Declaration]?) -> [Declaration] { part ?? [] }
    /// The first branch of an `if` or `switch`.
    public static func buildEither(first: [Declaration]) -> [Declaration] { first }
    /// The other branch of an `if` or `switch`.
    public static func buildEither(second: [Declaration]) -> [Declaration] { second }
    /// A `for` loop.
    public static func buildArray(_ parts: [[Declaration]]) -> [Declaration] { parts.flatMap { $0 } }
}

/// A builder of a page's content, so that code reads as the page looks.
public typealias PageBuilder = DeclarationsBuilder<PageElement>

extension DeclarationsBuilder<PageElement> {
    /// One piece of content.
    public static func buildExpression(_ content: some PageContent) -> [PageElement] { content.elements }
    /// A paragraph.
    public static func buildExpression(_ text: String) -> [PageElement] { [.text(Text(text))] }
}
