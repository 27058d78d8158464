/// How the content of a container is arranged.
public struct Layout: Sendable, Equatable {
    /// The direction in which the parts follow one another.
    public enum Axis: String, Sendable, Codable {
        /// One below the other.
        case vertical
        /// One beside the other, as far as there is room.
        case horizontal
    }

    /// The most columns of the terminal that a decoded number stands for.
    @_spi(Host) public static let columnLimit = 10_000

    /// The direction in which the parts follow one another.
    public var axis = Axis.vertical
    /// How many columns of the terminal are left free before it; what is left for the content bounds it.
    public var indent = 0
    /// The most columns of the terminal that it takes, if not all.
    public var width: Int?
    /// Where lines stand that do not fill its width.
    public var alignment = Alignment.leading

    /// One part below the other, over the whole width.
    public init() {}
}

extension Layout: Layoutable {
    /// The layout itself.
    public var layout: Layout { self }
}

extension Layout: Codable {
    private enum Key: String, CodingKey { case axis, indent, width, alignment }

    /// Decodes what is there; an axis that this version does not know is the vertical one.
    ///
    /// Numbers of columns below 0 and above 10,000 are taken for the nearer end.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        axis = try container.decodeIfPresent(String.self, forKey: .axis).flatMap(Axis.init) ?? .vertical
        indent = try container.decodeIfPresent(Int.self, forKey: .indent).map(Self.bounded) ?? 0
        width = try container.decodeIfPresent(Int.self, forKey: .width).map(Self.bounded)
        alignment = try container.decodeIfPresent(Alignment.self, forKey: .alignment) ?? .leading
    }

    private static func bounded(_ columns: Int) -> Int { min(max(columns, 0), columnLimit) }

    /// Encodes what differs from the plain layout.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        if axis != .vertical { try container.encode(axis, forKey: .axis) }
        if indent != 0 { try container.encode(indent, forKey: .indent) }
        try container.encodeIfPresent(width, forKey: .width)
        if alignment != .leading { try container.encode(alignment, forKey: .alignment) }
    }
}

extension Layoutable where Self == Layout {
    /// One part beside the other, as far as there is room.
    public static var sideBySide: Layout {
        var layout = Layout()
        layout.axis = .horizontal
        return layout
    }

    /// Set off from the leading edge.
    public static func indented(by columns: Int) -> Layout {
        var layout = Layout()
        layout.indent = columns
        return layout
    }

    /// In the middle.
    public static var centered: Layout {
        var layout = Layout()
        layout.alignment = .center
        return layout
    }
}

/// Where something stands in its room, in the direction in which its text is read.
public enum Alignment: String, Sendable {
    /// Where lines begin.
    case leading
    /// In the middle.
    case center
    /// Where lines end.
    case trailing
}

extension Alignment: Codable {
    /// Decodes a word; one that this version does not know is `leading`.
    public init(from decoder: any Decoder) throws {
        self = Alignment(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .leading
    }
}

/// A layout that is written once, named, and used by many pages.
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
    /// What it arranges, as a value.
    var layout: Layout { get }
}
