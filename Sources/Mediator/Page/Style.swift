/// A name for how something looks; what it means is laid down once, by the navigator's style sheet.
///
/// A name that a style sheet does not know looks like no style at all.
public struct Style: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
    /// The name, as JSON spells it.
    public let rawValue: String

    /// Takes a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Takes a name.
    public init(stringLiteral name: String) { self.init(rawValue: name) }

    /// The name of a page.
    public static let title: Style = "title"
    /// A line that names what follows.
    public static let heading: Style = "heading"
    /// What a value or a column is called.
    public static let label: Style = "label"
    /// What matters less than what stands around it.
    public static let secondary: Style = "secondary"
    /// What matters more than what stands around it.
    public static let strong: Style = "strong"
    /// A way to somewhere else.
    public static let link: Style = "link"
    /// What went well.
    public static let success: Style = "success"
    /// What may go wrong.
    public static let warning: Style = "warning"
    /// What went wrong.
    public static let failure: Style = "failure"
}
