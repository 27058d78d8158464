/// What tells a row apart: its identity and how many of it stand before it, or the number of rows without one before it.
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
