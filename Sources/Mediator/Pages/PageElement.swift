/// One element of a page.
///
/// Later versions may add kinds, so a `switch` outside of the SDK needs an `@unknown default`.
public enum PageElement: Sendable, Equatable {
    /// A heading of the elements that follow it.
    case heading(Heading)
    /// A paragraph.
    case text(Text)
    /// A name with its value.
    case field(Field)
    /// A link to another URL.
    case link(Link)
    /// An image, described by its caption.
    case image(Image)
    /// A vertical list of items.
    case list(List)
    /// A table with rows and columns.
    case table(Table)
    /// A form that the user fills in.
    case form(Form)
    /// The progress of an operation.
    case progress(ProgressBar)
    /// An action that the user can choose.
    case action(Action<Never>)
    /// A part of the page with its own layout, state and receiver.
    case container(Container)
    /// An element of a kind that this version does not know.
    case unknown(UnknownElement)
}

extension PageElement: Codable {
    private enum Key: String, CodingKey { case kind }
    private enum Kind: String { case heading, text, field, link, image, list, table, form, progress, action, container }

    /// Decodes `{"kind":"text","text":…}` or another element.
    ///
    /// An unknown kind becomes `unknown`, because the author of the page may use a newer version.
    /// - Throws: `DecodingError` with the path of the element, if an element of a known kind lacks a property.
    public init(from decoder: any Decoder) throws {
        let kind = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .kind)
        switch Kind(rawValue: kind) {
        case .heading: self = .heading(try Heading(from: decoder))
        case .text: self = .text(try Text(from: decoder))
        case .field: self = .field(try Field(from: decoder))
        case .link: self = .link(try Link(from: decoder))
        case .image: self = .image(try Image(from: decoder))
        case .list: self = .list(try List(from: decoder))
        case .table: self = .table(try Table(from: decoder))
        case .form: self = .form(try Form(from: decoder))
        case .progress: self = .progress(try ProgressBar(from: decoder))
        case .action: self = .action(try Action<Never>(from: decoder))
        case .container: self = .container(try Container(from: decoder))
        case nil: self = .unknown(try UnknownElement(from: decoder))
        }
    }

    /// Encodes the element with its kind.
    /// - Throws: the encoder's error, such as for a message without a JSON form.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .heading(let heading): try Self.encode(heading, as: .heading, to: encoder)
        case .text(let text): try Self.encode(text, as: .text, to: encoder)
        case .field(let field): try Self.encode(field, as: .field, to: encoder)
        case .link(let link): try Self.encode(link, as: .link, to: encoder)
        case .image(let image): try Self.encode(image, as: .image, to: encoder)
        case .list(let list): try Self.encode(list, as: .list, to: encoder)
        case .table(let table): try Self.encode(table, as: .table, to: encoder)
        case .form(let form): try Self.encode(form, as: .form, to: encoder)
        case .progress(let progress): try Self.encode(progress, as: .progress, to: encoder)
        case .action(let action): try Self.encode(action, as: .action, to: encoder)
        case .container(let container): try Self.encode(container, as: .container, to: encoder)
        case .unknown(let element): try element.encode(to: encoder)
        }
    }

    private static func encode(_ element: some Encodable, as kind: Kind, to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(kind.rawValue, forKey: .kind)
        try element.encode(to: encoder)
    }
}

/// A row or item with an identity within its list.
@_spi(Host) public protocol Identified {
    /// The identity, if any.
    var id: String? { get }
}

@_spi(Host) extension List.Item: Identified {}
@_spi(Host) extension Table.Row: Identified {}

/// An element with a style.
public protocol Styled {
    /// The style, or `nil` for the default style of the element's kind.
    var style: Style? { get set }
}

extension Styled {
    /// Returns the element in another style.
    ///
    /// ```swift
    /// Text("Only today").with(style: .warning)
    /// ```
    public func with(style: Style) -> Self {
        var styled = self
        styled.style = style
        return styled
    }
}

/// The name of a style that the navigator's style sheet defines.
///
/// A name that the style sheet does not define has no effect. A style is only a name, because styles are copied often.
@frozen public struct Style: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
    /// The name, as in JSON.
    public let rawValue: String

    /// Creates a style from a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a style from a name.
    public init(stringLiteral name: String) { self.init(rawValue: name) }

    /// The title of a page.
    public static let title: Style = "title"
    /// A heading of the elements that follow it.
    public static let heading: Style = "heading"
    /// The name of a value or a column.
    public static let label: Style = "label"
    /// Text that is less important than its surroundings.
    public static let secondary: Style = "secondary"
    /// Text that is more important than its surroundings.
    public static let strong: Style = "strong"
    /// A link to another URL.
    public static let link: Style = "link"
    /// A success.
    public static let success: Style = "success"
    /// A possible failure.
    public static let warning: Style = "warning"
    /// A failure.
    public static let failure: Style = "failure"
}

/// An element whose kind this version does not know. A navigator displays a placeholder for the element.
///
/// A sender of newer kinds can add a `fallback` text, which is displayed instead of the placeholder.
public struct UnknownElement: Sendable, Equatable, Codable {
    /// The kind, as in JSON.
    public let kind: String
    /// The text that is displayed instead of the element.
    public let fallback: String?

    /// Creates an element of an unknown kind.
    public init(kind: String, fallback: String? = nil) {
        self.kind = kind
        self.fallback = fallback
    }
}
