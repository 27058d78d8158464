/// The arrangement of a container's content.
public struct Layout: Sendable, Equatable {
    /// The direction of the parts.
    public enum Axis: String, Sendable, Codable {
        /// From top to bottom.
        case vertical
        /// Side by side, if there is enough room.
        case horizontal
    }

    /// The upper bound for `indent` and `width` in JSON, in columns.
    @_spi(Host) public static let columnLimit = 10_000

    /// The direction of the parts.
    public var axis = Axis.vertical
    /// The number of empty columns before the content; they reduce the width of the content.
    public var indent = 0
    /// The maximum width in columns of the terminal, or `nil` for all columns.
    public var width: Int?
    /// The alignment of lines that do not fill the width.
    public var alignment = Alignment.leading

    /// Creates a vertical layout with the whole width.
    public init() {}
}

extension Layout: Layoutable {
    /// The layout itself.
    public var layout: Layout { self }
}

extension Layout: Codable {
    /// Decodes the properties that are present; an unknown axis counts as vertical.
    ///
    /// A number of columns below 0 or above 10,000 counts as the nearer bound.
    /// - Throws: `DecodingError` if a property has the wrong type.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        axis = try container.decodeIfPresent(String.self, forKey: .axis).flatMap(Axis.init) ?? .vertical
        indent = try container.decodeIfPresent(Int.self, forKey: .indent).map(Self.bounded) ?? 0
        width = try container.decodeIfPresent(Int.self, forKey: .width).map(Self.bounded)
        alignment = try container.decodeIfPresent(Alignment.self, forKey: .alignment) ?? .leading
    }

    private static func bounded(_ columns: Int) -> Int { min(max(columns, 0), columnLimit) }
}

extension Layoutable where Self == Layout {
    /// A layout with parts side by side, if there is enough room.
    public static var sideBySide: Layout { .with(\.axis, .horizontal) }

    /// Returns a layout with an indentation in columns.
    public static func indented(by columns: Int) -> Layout { .with(\.indent, columns) }

    /// A centred layout.
    public static var centered: Layout { .with(\.alignment, .center) }
}

extension Layout {
    fileprivate static func with<Value>(_ part: WritableKeyPath<Layout, Value>, _ value: Value) -> Layout {
        var layout = Layout()
        layout[keyPath: part] = value
        return layout
    }
}

/// A position within the available width, in the direction of the text.
public enum Alignment: String, Sendable {
    /// At the beginning of lines.
    case leading
    /// In the middle.
    case center
    /// At the end of lines.
    case trailing
}

extension Alignment: Codable {
    /// Decodes a name; an unknown name counts as `leading`.
    /// - Throws: `DecodingError` if the value is not a text.
    public init(from decoder: any Decoder) throws {
        self = Alignment(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .leading
    }
}

/// A named layout that several pages can use.
///
/// ```swift
/// struct PhotoBesideText: Layoutable {
///     let width: Int
///     var layout: Layout {
///         var layout = Layout.sideBySide
///         layout.width = width
///         return layout
///     }
/// }
///
/// Container { Image("The kitchen", at: url); Text(home.description) }.makeLayout(PhotoBesideText(width: 60))
/// ```
public protocol Layoutable: Sendable {
    /// The layout as a value.
    var layout: Layout { get }
}
