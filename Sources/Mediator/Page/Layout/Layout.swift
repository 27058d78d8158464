/// How the content of a container is arranged.
public struct Layout: Sendable, Equatable {
    /// The direction in which the parts follow one another.
    public enum Axis: String, Sendable, Codable {
        /// One below the other.
        case vertical
        /// One beside the other, as far as there is room.
        case horizontal
    }

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
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        axis = try container.decodeIfPresent(String.self, forKey: .axis).flatMap(Axis.init) ?? .vertical
        indent = try container.decodeIfPresent(Int.self, forKey: .indent) ?? 0
        width = try container.decodeIfPresent(Int.self, forKey: .width)
        alignment = try container.decodeIfPresent(Alignment.self, forKey: .alignment) ?? .leading
    }

    /// Encodes what differs from the plain layout.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        if axis != .vertical { try container.encode(axis, forKey: .axis) }
        if indent != 0 { try container.encode(indent, forKey: .indent) }
        try container.encodeIfPresent(width, forKey: .width)
        if alignment != .leading { try container.encode(alignment, forKey: .alignment) }
    }
}
