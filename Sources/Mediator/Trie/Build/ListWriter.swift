/// Writes lists of names and of types once, however many patterns have the same.
struct ListWriter {
    private var nameLists: [[String]: Range<Int>] = [:]
    private var names: [String: TextRange] = [:]
    private var typeLists: [[UInt32]: Range<Int>] = [:]

    /// Where a list of names stands.
    mutating func range(ofNames list: [String], _ parts: inout TrieParts) -> Range<Int> {
        if list.isEmpty { return 0..<0 }
        if let range = nameLists[list] { return range }
        let start = parts.names.count
        for name in list {
            let text = names[name] ?? parts.add(name)
            names[name] = text
            parts.names.append(text)
        }
        nameLists[list] = start..<parts.names.count
        return start..<parts.names.count
    }

    /// Where a list of the numbers of types stands.
    mutating func range(ofTypes list: [UInt32], _ parts: inout TrieParts) -> Range<Int> {
        if list.isEmpty { return 0..<0 }
        if let range = typeLists[list] { return range }
        let start = parts.typeUses.count
        parts.typeUses += list
        typeLists[list] = start..<parts.typeUses.count
        return start..<parts.typeUses.count
    }
}
