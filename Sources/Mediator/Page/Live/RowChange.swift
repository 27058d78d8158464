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
    /// - Complexity: O(n) where little has changed, O(n · d) for d rows that came or went.
    static func changes(from old: Rows<Row>, to new: Rows<Row>) -> [RowChange] {
        let (oldRows, newRows) = (Array(old), Array(new))
        let (oldKeys, newKeys) = (RowKey.keys(of: oldRows), RowKey.keys(of: newRows))
        var changes: [RowChange] = []
        if oldKeys != newKeys {
            let difference = newKeys.difference(from: oldKeys)
            for case .remove(let index, _, _) in difference.removals.reversed() {
                changes.append(.remove(index: index))
            }
            for case .insert(let index, _, _) in difference.insertions {
                changes.append(.insert(index: index, row: newRows[index]))
            }
        }
        let before = Dictionary(uniqueKeysWithValues: zip(oldKeys, oldRows))
        for (index, row) in newRows.enumerated() {
            guard let same = before[newKeys[index]], same != row else { continue }
            changes.append(.update(index: index, row: row))
        }
        return changes
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
