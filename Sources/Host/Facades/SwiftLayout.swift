/// Breaks lines as `swift format` leaves them.
enum SwiftLayout {
    /// One less than the project's, because `swift format` breaks some lines that are just as long as they may be.
    static let lineLength = 119

    /// A head, items between commas, and a tail: on one line, else with the items on a line of their own, else with each
    /// item on its own.
    static func list(_ head: String, _ items: [String], _ tail: String, closesOnOwnLine: Bool) -> [String] {
        let whole = head + items.joined(separator: ", ") + tail
        guard whole.count > lineLength, !items.isEmpty else { return [whole] }
        let margin = String(head.prefix { $0 == " " })
        let line = margin + "    " + items.joined(separator: ", ")
        let length = line.count + (closesOnOwnLine ? 0 : tail.count)
        var inner = length > lineLength ? items.map { margin + "    " + $0 + "," } : [line]
        if length > lineLength { inner[inner.count - 1].removeLast() }
        guard closesOnOwnLine else { return [head] + inner.dropLast() + [inner[inner.count - 1] + tail] }
        return [head] + inner + [margin + tail]
    }
}
