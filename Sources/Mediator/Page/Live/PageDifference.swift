/// What is different between two descriptions of one page, as few changes as there are.
///
/// A list or table in the same place is compared row by row, by identity, and a container element by element; any other
/// element is given whole where it differs. Where the number of elements differs, all are given.
@_spi(Host) public struct PageDifference: Sendable, Equatable, Encodable {
    /// One change.
    public enum Change: Sendable, Equatable {
        /// The page has these elements.
        case elements([PageElement])
        /// The element in a place is this one.
        case element(at: Int, PageElement)
        /// The items of the list in a place have changed.
        case items(at: Int, [RowChange<List.Item>])
        /// The rows of the table in a place have changed.
        case rows(at: Int, [RowChange<Table.Row>])
        /// What the container in a place holds has changed.
        case content(at: Int, PageDifference)
    }

    /// The changes, from the top.
    public let changes: [Change]

    /// Compares two descriptions.
    public init(from old: [PageElement], to new: [PageElement]) {
        guard old.count == new.count else {
            changes = [.elements(new)]
            return
        }
        changes = zip(old, new).enumerated().compactMap { place, pair in
            Self.change(at: place, from: pair.0, to: pair.1)
        }
    }

    private static func change(at place: Int, from old: PageElement, to new: PageElement) -> Change? {
        switch (old, new) {
        case (.list(let old), .list(let new)):
            let changes = RowChange.changes(from: old.items, to: new.items)
            return changes.isEmpty ? nil : .items(at: place, changes)
        case (.table(let old), .table(let new)) where old.columns == new.columns:
            let changes = RowChange.changes(from: old.rows, to: new.rows)
            return changes.isEmpty ? nil : .rows(at: place, changes)
        case (.container(let old), .container(let new)) where old.hasFrame(of: new):
            let difference = PageDifference(from: old.content, to: new.content)
            return difference.changes.isEmpty ? nil : .content(at: place, difference)
        default:
            return old == new ? nil : .element(at: place, new)
        }
    }

    /// Encodes an array with an object for each change.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(changes)
    }
}

extension PageDifference.Change: Encodable {
    private enum Key: String, CodingKey { case elements, at, element, items, rows, content }

    /// Encodes `{"at":2,"rows":[…]}` and its siblings.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .elements(let elements):
            try container.encode(elements, forKey: .elements)
        case .element(let place, let element):
            try container.encode(place, forKey: .at)
            try container.encode(element, forKey: .element)
        case .items(let place, let changes):
            try container.encode(place, forKey: .at)
            try container.encode(changes, forKey: .items)
        case .rows(let place, let changes):
            try container.encode(place, forKey: .at)
            try container.encode(changes, forKey: .rows)
        case .content(let place, let difference):
            try container.encode(place, forKey: .at)
            try container.encode(difference, forKey: .content)
        }
    }
}
