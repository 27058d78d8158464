extension FrozenTrie {
    /// Whether a pattern is this one, as its author wrote it.
    func isPattern(_ number: Int, _ text: String, priority: Int) -> Bool {
        let record = layout.patterns[number]
        return Int(record.priority) == priority && layout.bytes(record.text).elementsEqual(text.utf8)
    }
}
