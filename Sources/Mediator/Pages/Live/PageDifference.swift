/// The difference between two descriptions of one page.
///
/// A list or table in one place is compared row by row, by identity, and a container element by element; any other
/// element is replaced as a whole if it differs. If the number of elements differs, all are replaced.
@_spi(Host) public struct PageDifference: Sendable, Equatable, Encodable {
    /// One change: beside the place, the one property that is present says what changed.
    public struct Change: Sendable, Equatable, Encodable {
        /// The place of the element; `nil` if the page has new elements.
        public var at: Int?
        /// The new elements of the page.
        public var elements: [PageElement]?
        /// The element that replaces the one at the place.
        public var element: PageElement?
        /// The changes of the items of the list at the place.
        public var items: [RowChange<List.Item>]?
        /// The changes of the rows of the table at the place.
        public var rows: [RowChange<Table.Row>]?
        /// The changes of the content of the container at the place.
        public var content: PageDifference?
    }

    /// The changes, from the top.
    public let changes: [Change]

    /// Compares two descriptions.
    public init(from old: [PageElement], to new: [PageElement]) {
        guard old.count == new.count else {
            changes = [Change(elements: new)]
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
            return changes.isEmpty ? nil : Change(at: place, items: changes)
        case (.table(let old), .table(let new)) where old.columns == new.columns:
            let changes = RowChange.changes(from: old.rows, to: new.rows)
            return changes.isEmpty ? nil : Change(at: place, rows: changes)
        case (.container(let old), .container(let new)) where old.hasFrame(of: new):
            let difference = PageDifference(from: old.content, to: new.content)
            return difference.changes.isEmpty ? nil : Change(at: place, content: difference)
        default:
            return old == new ? nil : Change(at: place, element: new)
        }
    }

    /// Encodes an array with an object for each change, such as `{"at":2,"rows":[…]}`.
    /// - Throws: the encoder's error, such as for a message that has no JSON.
    public func encode(to encoder: any Encoder) throws { try changes.encode(to: encoder) }
}

/// One change of a list or a table, `{"insert":3,"row":{…}}`; applied in order, the changes make the new rows.
@_spi(Host) public struct RowChange<Row: Identified & Codable & Equatable & Sendable>: Sendable, Equatable, Encodable {
    /// The place of a removed row.
    public var remove: Int?
    /// The place of an inserted row.
    public var insert: Int?
    /// The place of a row that kept its identity and shows another content.
    public var update: Int?
    /// The inserted or updated row.
    public var row: Row?

    /// Returns the changes between two lists: removals from the last one on, insertions from the first one on, updates.
    ///
    /// The rows at the beginning and at the end whose identities are those of before stay; all between them are removed
    /// and inserted. A row without an identity has that of any other one without.
    static func changes(from old: Rows<Row>, to new: Rows<Row>) -> [RowChange] {
        let (oldRows, newRows) = (Array(old), Array(new))
        let head = zip(oldRows, newRows).prefix { $0.id == $1.id }.count
        let rest = zip(oldRows.dropFirst(head).reversed(), newRows.dropFirst(head).reversed())
        let tail = rest.prefix { $0.id == $1.id }.count
        let (oldEnd, newEnd) = (oldRows.count - tail, newRows.count - tail)
        let removals = (head..<oldEnd).reversed().map { RowChange(remove: $0) }
        let insertions = (head..<newEnd).map { RowChange(insert: $0, row: newRows[$0]) }
        let kept = Array(zip(0..<head, 0..<head)) + zip(oldEnd..<oldRows.count, newEnd..<newRows.count)
        let updates = kept.filter { oldRows[$0] != newRows[$1] }.map { RowChange(update: $1, row: newRows[$1]) }
        return removals + insertions + updates
    }
}
