/// A result builder of declarations of one kind, such as interceptors or the fields of a form.
@resultBuilder
public enum DeclarationsBuilder<Declaration> {
    /// Adds one declaration.
    public static func buildExpression(_ declaration: Declaration) -> [Declaration] { [declaration] }
    /// Adds several declarations, such as the value of a property with `@RoutesBuilder`.
    public static func buildExpression(_ declarations: [Declaration]) -> [Declaration] { declarations }
    /// Joins declarations in order.
    public static func buildBlock(_ parts: [Declaration]...) -> [Declaration] { parts.flatMap { $0 } }
    /// Adds the declarations of an `if` without an `else`.
    public static func buildOptional(_ part: [Declaration]?) -> [Declaration] { part ?? [] }
    /// Adds the declarations of the first branch of an `if` or `switch`.
    public static func buildEither(first: [Declaration]) -> [Declaration] { first }
    /// Adds the declarations of the second branch of an `if` or `switch`.
    public static func buildEither(second: [Declaration]) -> [Declaration] { second }
    /// Adds the declarations of a `for` loop.
    public static func buildArray(_ parts: [[Declaration]]) -> [Declaration] { parts.flatMap { $0 } }
}

/// A builder of a page's content; the elements have the same order as in the code.
public typealias PageBuilder = DeclarationsBuilder<PageElement>

extension DeclarationsBuilder<PageElement> {
    /// Adds the elements of a value.
    public static func buildExpression(_ content: some PageContent) -> [PageElement] { content.elements }
    /// Adds a paragraph.
    public static func buildExpression(_ text: String) -> [PageElement] { [.text(Text(text))] }
}
