/// The literals of all nodes of a tree that is being built, in one hash table over their bytes.
struct LiteralTable {
    /// One literal on the way from a node to its child.
    struct Literal {
        /// Where its bytes stand in `bytes`.
        let start: Int32
        let count: Int32
        let node: Int32
        let child: Int32
        /// The next literal of the same node, or -1.
        let next: Int32
        let hash: UInt32
    }

    private var bytes: [UInt8] = []
    private var literals: [Literal] = []
    /// Numbers of literals plus 1, with 0 for free places; at most half of them are taken.
    private var places = [Int32](repeating: 0, count: 16)

    subscript(_ literal: Int) -> Literal { literals[literal] }

    /// The bytes of a literal.
    func bytes(of literal: Literal) -> ArraySlice<UInt8> {
        bytes[Int(literal.start)..<Int(literal.start) + Int(literal.count)]
    }

    /// The number of a node's literal.
    func find(_ text: String, of node: Int) -> Int? {
        var text = text
        return text.withUTF8 { text in
            let text = UnsafeRawBufferPointer(text)
            let number = places[place(of: text, node, Self.hash(text, node))]
            return number == 0 ? nil : Int(number) - 1
        }
    }

    /// The number of a node's literal, which is added where there is none.
    mutating func insert(_ text: String, of node: Int, child: Int, next: Int32) -> (literal: Int, isNew: Bool) {
        var text = text
        return text.withUTF8 { text in
            let text = UnsafeRawBufferPointer(text)
            let hash = Self.hash(text, node)
            let place = place(of: text, node, hash)
            if places[place] != 0 { return (Int(places[place]) - 1, false) }
            literals.append(
                Literal(
                    start: Int32(bytes.count), count: Int32(text.count), node: Int32(node), child: Int32(child),
                    next: next, hash: hash))
            bytes.append(contentsOf: text)
            places[place] = Int32(literals.count)
            if literals.count * 2 > places.count { grow() }
            return (literals.count - 1, true)
        }
    }

    private static func hash(_ text: UnsafeRawBufferPointer, _ node: Int) -> UInt32 {
        let mixed = (PathHash.of(text) ^ UInt64(node)) &* 0x9E37_79B9_7F4A_7C15
        return UInt32(truncatingIfNeeded: mixed >> 32)
    }

    /// The place of a literal, or the free one in which it belongs.
    private func place(of text: UnsafeRawBufferPointer, _ node: Int, _ hash: UInt32) -> Int {
        var place = Int(hash) & (places.count - 1)
        while places[place] != 0, !isEqual(literals[Int(places[place]) - 1], text, node, hash) {
            place = (place + 1) & (places.count - 1)
        }
        return place
    }

    private func isEqual(_ literal: Literal, _ text: UnsafeRawBufferPointer, _ node: Int, _ hash: UInt32) -> Bool {
        guard literal.hash == hash, literal.node == node, literal.count == text.count else { return false }
        return bytes.withUnsafeBytes { bytes in
            guard let bytes = bytes.baseAddress, let text = text.baseAddress else { return true }
            return Bytes.equal(bytes + Int(literal.start), text, count: Int(literal.count))
        }
    }

    private mutating func grow() {
        var grown = [Int32](repeating: 0, count: places.count * 2)
        for (number, literal) in literals.enumerated() {
            var place = Int(literal.hash) & (grown.count - 1)
            while grown[place] != 0 { place = (place + 1) & (grown.count - 1) }
            grown[place] = Int32(number + 1)
        }
        places = grown
    }
}
