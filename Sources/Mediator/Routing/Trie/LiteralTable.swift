/// The literals of all nodes of a growing tree, in one hash table over their bytes.
struct LiteralTable {
    /// One literal on the way from a node to its child.
    struct Literal {
        /// The start of its bytes in `bytes`.
        let start: Int32
        let count: Int32
        let node: Int32
        let child: Int32
        /// The next literal of its node, or -1.
        let next: Int32
        let hash: UInt32
    }

    private var bytes: [UInt8] = []
    private var literals: [Literal] = []
    /// Numbers of literals plus 1, with 0 for free places; at most half of the places are taken.
    private var places = [Int32](repeating: 0, count: 16)

    subscript(_ literal: Int) -> Literal { literals[literal] }

    /// Returns the bytes of a literal.
    func bytes(of literal: Literal) -> ArraySlice<UInt8> {
        bytes[Int(literal.start)..<Int(literal.start) + Int(literal.count)]
    }

    /// Returns the number of a node's literal.
    func find(_ text: String, of node: Int) -> Int? {
        var text = text
        return text.withUTF8 { text in
            let text = UnsafeRawBufferPointer(text)
            let number = places[place(of: text, node, Self.hash(text, node))]
            return number == 0 ? nil : Int(number) - 1
        }
    }

    /// Returns the number of a node's literal, which is added if it is missing.
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

    /// Returns the place of a literal, or the free one in which it belongs.
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

/// The literal edges of a tree's node, for its frozen form.
struct LiteralEdges {
    /// One edge: literals joined by slashes, and the node after them.
    struct Edge {
        var text: [UInt8]
        var span: Int
        var node: Int
        /// Whether none of the literals contains a slash.
        var isJoinable = true
    }

    /// The patterns of which only literals remain.
    private(set) var rests: [Edge] = []
    private(set) var open: [Edge] = []
    private(set) var restDepths = DepthMask()
    private(set) var depths = DepthMask()

    private let builder: TrieBuilder
    private let survey: TrieSurvey
    private let span: Int

    /// Creates the edges of a node, each open one with an equal number of segments.
    init(_ builder: TrieBuilder, _ survey: TrieSurvey, from node: Int, span: Int, withRests: Bool) {
        self.builder = builder
        self.survey = survey
        self.span = span
        let start = Edge(text: [], span: 0, node: node)
        if withRests { addRests(start) }
        addOpen(start)
    }

    var count: Int { rests.count + open.count }

    private mutating func addRests(_ edge: Edge) {
        let found = survey[edge.node]
        guard found.patterns > found.open else { return }
        if edge.span > 0, builder.nodes[edge.node].end >= 0 {
            rests.append(edge)
            restDepths.formUnion(.exactly(edge.span))
        }
        for literal in builder.literals(of: edge.node) {
            let next = self.edge(edge, and: literal)
            if next.isJoinable { addRests(next) }
        }
    }

    private mutating func addOpen(_ edge: Edge) {
        for literal in builder.literals(of: edge.node) {
            let isJoinable = survey.isJoinable(literal)
            let found = survey[Int(literal.child)]
            guard isJoinable ? found.open > 0 : found.patterns > 0 else { continue }
            let next = self.edge(edge, and: literal)
            if next.span < span {
                addOpen(next)
            } else {
                open.append(next)
                depths.formUnion((isJoinable ? found.openDepths : found.depths).behind(next.span))
            }
        }
    }

    private func edge(_ edge: Edge, and literal: LiteralTable.Literal) -> Edge {
        let bytes = builder.bytes(of: literal)
        let slash = edge.span == 0 ? [] : [UInt8(ascii: "/")]
        return Edge(
            text: edge.text + slash + bytes, span: edge.span + 1, node: Int(literal.child),
            isJoinable: survey.isJoinable(literal))
    }
}

/// A writer of lists of names and of types, which stores equal lists once.
struct ListWriter {
    private var nameLists: [[String]: Range<Int>] = [:]
    private var names: [String: TextRange] = [:]
    private var typeLists: [[UInt32]: Range<Int>] = [:]

    /// Returns the place of a list of names.
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

    /// Returns the place of a list of types' numbers.
    mutating func range(ofTypes list: [UInt32], _ parts: inout TrieParts) -> Range<Int> {
        if list.isEmpty { return 0..<0 }
        if let range = typeLists[list] { return range }
        let start = parts.typeUses.count
        parts.typeUses += list
        typeLists[list] = start..<parts.typeUses.count
        return start..<parts.typeUses.count
    }
}
