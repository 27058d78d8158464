/// The difference between two descriptions of one page.
///
/// A list or table in one place is compared row by row, by identity, and a container element by element; any other
/// element is replaced as a whole if it differs. If the number of elements differs, all are replaced.
@_spi(Host) public struct PageDifference: Sendable, Equatable, Encodable {
    /// One change.
    public enum Change: Sendable, Equatable {
        /// The page has new elements.
        case elements([PageElement])
        /// The element at a place is replaced.
        case element(at: Int, PageElement)
        /// The items of the list at a place changed.
        case items(at: Int, [RowChange<List.Item>])
        /// The rows of the table at a place changed.
        case rows(at: Int, [RowChange<Table.Row>])
        /// The content of the container at a place changed.
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

    /// Encodes `{"at":2,"rows":[…]}` or another change.
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

/// One change of a list or a table; applied one after the other, the changes make the new rows from the old ones.
@_spi(Host) public enum RowChange<Row: Identified & Codable & Equatable & Sendable>: Sendable, Equatable {
    /// The row at a place was removed.
    case remove(index: Int)
    /// A row was inserted at a place.
    case insert(index: Int, row: Row)
    /// The row at a place kept its identity and shows another content.
    case update(index: Int, row: Row)

    /// Returns the changes between two lists: removals from the last one on, insertions from the first one on, then
    /// updates.
    ///
    /// The rows at the beginning and at the end whose identities are those of before stay; all between them are removed and
    /// inserted. A row without an identity has that of any other one without.
    static func changes(from old: Rows<Row>, to new: Rows<Row>) -> [RowChange] {
        let (oldRows, newRows) = (Array(old), Array(new))
        let head = zip(oldRows, newRows).prefix { $0.id == $1.id }.count
        let rest = zip(oldRows.dropFirst(head).reversed(), newRows.dropFirst(head).reversed())
        let tail = rest.prefix { $0.id == $1.id }.count
        let (oldEnd, newEnd) = (oldRows.count - tail, newRows.count - tail)
        let removals = (head..<oldEnd).reversed().map { RowChange.remove(index: $0) }
        let insertions = (head..<newEnd).map { RowChange.insert(index: $0, row: newRows[$0]) }
        let kept = Array(zip(0..<head, 0..<head)) + zip(oldEnd..<oldRows.count, newEnd..<newRows.count)
        let updates = kept.filter { oldRows[$0] != newRows[$1] }.map { RowChange.update(index: $1, row: newRows[$1]) }
        return removals + insertions + updates
    }
}

extension RowChange: Encodable {
    private enum Key: String, CodingKey { case remove, insert, update, row }

    /// Encodes `{"insert":3,"row":{…}}` or another change.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .remove(let index):
            try container.encode(index, forKey: .remove)
        case .insert(let index, let row):
            try container.encode(index, forKey: .insert)
            try container.encode(row, forKey: .row)
        case .update(let index, let row):
            try container.encode(index, forKey: .update)
            try container.encode(row, forKey: .row)
        }
    }
}
