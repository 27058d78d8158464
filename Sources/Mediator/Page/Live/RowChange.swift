/// One change of a list or a table; applied one after the other, they make the new rows of the old ones.
@_spi(Host) public enum RowChange<Row: Identified & Codable & Equatable & Sendable>: Sendable, Equatable {
    /// The row in a place has gone.
    case remove(index: Int)
    /// A row has come to a place.
    case insert(index: Int, row: Row)
    /// The row in a place, which is the same one, shows something else.
    case update(index: Int, row: Row)

    /// What is different between two lists: those that went from the last one on, those that came from the first one on,
    /// then those that show something else.
    ///
    /// As few rows go and come as there can: those stay that keep their order.
    ///
    /// - Complexity: O(n log n).
    static func changes(from old: Rows<Row>, to new: Rows<Row>) -> [RowChange] {
        let (oldRows, newRows) = (Array(old), Array(new))
        let (oldKeys, newKeys) = (RowKey.keys(of: oldRows), RowKey.keys(of: newRows))
        // No two keys of one list are the same.
        let places = Dictionary(uniqueKeysWithValues: zip(oldKeys, oldKeys.indices))
        let origins = newKeys.map { places[$0] }
        let kept = RisingRow.longest(in: origins)
        let stays = Set(kept.compactMap { origins[$0] })
        let removals = oldRows.indices.reversed().filter { !stays.contains($0) }.map { RowChange.remove(index: $0) }
        let keptPlaces = Set(kept)
        let insertions = newRows.indices.filter { !keptPlaces.contains($0) }.map { index in
            RowChange.insert(index: index, row: newRows[index])
        }
        let updates = kept.filter { index in origins[index].map { oldRows[$0] != newRows[index] } ?? false }
            .map { RowChange.update(index: $0, row: newRows[$0]) }
        return removals + insertions + updates
    }
}

extension RowChange: Encodable {
    private enum Key: String, CodingKey { case remove, insert, update, row }

    /// Encodes `{"insert":3,"row":{…}}` and its siblings.
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
