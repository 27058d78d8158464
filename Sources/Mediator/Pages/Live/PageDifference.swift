/// The difference between two descriptions of one page.
///
/// Elements are compared by position: lists and tables row by row (by the rows' identities), containers element by
/// element. Any other element that differs is replaced as a whole. If the old and new descriptions have different
/// numbers of elements, all elements are replaced.
@_spi(Host) public struct PageDifference: Sendable, Equatable, Encodable {
    /// One change. Exactly one property except `at` is not `nil`; this property determines the kind of the change.
    public struct Change: Sendable, Equatable, Encodable {
        /// The position of the element, or `nil` if all elements are replaced.
        public var at: Int?
        /// The new elements of the page.
        public var elements: [PageElement]?
        /// The new element at the position.
        public var element: PageElement?
        /// The changes of the list's items.
        public var items: [RowChange<List.Item>]?
        /// The changes of the table's rows.
        public var rows: [RowChange<Table.Row>]?
        /// The changes of the container's content.
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
    /// - Throws: the encoder's error, such as for a message without a JSON form.
    public func encode(to encoder: any Encoder) throws { try changes.encode(to: encoder) }
}

/// One step of turning old rows into new rows, such as `{"insert":3,"row":{…}}`; the steps are applied in order.
@_spi(Host) public struct RowChange<Row: Identified & Codable & Equatable & Sendable>: Sendable, Equatable, Encodable {
    /// The index of a removed row.
    public var remove: Int?
    /// The index of an inserted row.
    public var insert: Int?
    /// The index of a row with the same identity and new content.
    public var update: Int?
    /// The inserted or updated row.
    public var row: Row?

    /// Returns the changes between two lists of rows: removals from the end, insertions from the start, then updates.
    ///
    /// Rows at the beginning and at the end whose identities are equal in both lists are kept. Between them, all old
    /// rows are removed and all new rows are inserted. All rows without an identity count as rows with one identity.
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
