/// The difference between two descriptions of one page, in as few changes as possible.
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
    /// As few rows as possible are removed and inserted: rows that keep their order stay.
    ///
    /// - Complexity: O(n log n).
    static func changes(from old: Rows<Row>, to new: Rows<Row>) -> [RowChange] {
        let (oldRows, newRows) = (Array(old), Array(new))
        let (oldKeys, newKeys) = (RowKey.keys(of: oldRows), RowKey.keys(of: newRows))
        // No two keys of one list are equal.
        let places = Dictionary(uniqueKeysWithValues: zip(oldKeys, oldKeys.indices))
        let origins = newKeys.map { places[$0] }
        let kept = IncreasingSubsequence.longest(in: origins)
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

/// The longest rising subsequence: the rows of a list that need not move, because they keep their order.
enum IncreasingSubsequence {
    /// Returns the places of the longest subsequence of numbers that rises; `nil` is skipped.
    ///
    /// Patience sorting: the piles' tops are the least ends of rising runs of each length.
    ///
    /// - Complexity: O(n log n).
    static func longest(in numbers: [Int?]) -> [Int] {
        var tops: [(number: Int, place: Int)] = []
        var before = [Int?](repeating: nil, count: numbers.count)
        for (place, number) in numbers.enumerated() {
            guard let number else { continue }
            let pile = firstPile(notBelow: number, in: tops)
            before[place] = pile > 0 ? tops[pile - 1].place : nil
            if pile == tops.count { tops.append((number, place)) } else { tops[pile] = (number, place) }
        }
        var run: [Int] = []
        var next = tops.last?.place
        while let place = next {
            run.append(place)
            next = before[place]
        }
        return run.reversed()
    }

    private static func firstPile(notBelow number: Int, in tops: [(number: Int, place: Int)]) -> Int {
        if let last = tops.last, last.number < number { return tops.count }
        var (low, high) = (0, tops.count)
        while low < high {
            let middle = (low + high) / 2
            if tops[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The key of a row: its identity and the number of equal ones before it, or the number of rows without one before it.
struct RowKey: Hashable {
    let id: String?
    let occurrence: Int

    static func keys(of rows: [some Identified]) -> [RowKey] {
        var counts: [String?: Int] = [:]
        return rows.map { row in
            defer { counts[row.id, default: 0] += 1 }
            return RowKey(id: row.id, occurrence: counts[row.id, default: 0])
        }
    }
}
