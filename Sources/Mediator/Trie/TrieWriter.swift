/// Turns a tree of patterns into the flat parts of a frozen trie.
struct TrieWriter {
    private let builder: TrieBuilder
    private let patterns: [RoutePattern]
    /// Whether every pattern is the only one of its shape and has the same priority as all others.
    private var parts = TrieParts()
    private var edges: [(edge: TrieEdge, hash: UInt64)] = []
    private var specials: [PatternParameter: UInt32] = [:]
    /// How many patterns end in or below each node; `Int.max` where the slow way decides.
    private var weights: [Int]

    private init(_ builder: TrieBuilder, patterns: [RoutePattern]) {
        self.builder = builder
        self.patterns = patterns
        weights = Array(repeating: 0, count: builder.nodes.count)
        // Children have higher numbers than their parents, so that going backwards meets them first.
        for number in builder.nodes.indices.reversed() { weights[number] = weight(of: builder.nodes[number]) }
    }

    /// The parts of the trie, and where the roots are.
    static func write(
        _ builder: TrieBuilder, patterns: [RoutePattern]
    ) -> (parts: TrieParts, roots: [TrieAuthority: TrieReference]) {
        var writer = TrieWriter(builder, patterns: patterns)
        var roots: [TrieAuthority: TrieReference] = [:]
        for (authority, root) in builder.roots.sorted(by: { $0.value < $1.value }) {
            roots[authority] = writer.writeNode(root)
        }
        writer.parts.edges = writer.edgeTable()
        return (writer.parts, roots)
    }

    private func weight(of node: TrieBuilder.Node) -> Int {
        guard node.grouped.isEmpty else { return .max }
        var total = node.ends.count + node.wildcards.count
        for literal in builder.literals(of: node) { total = sum(total, weights[literal.child]) }
        for (_, child) in node.special { total = sum(total, weights[child]) }
        return node.plain.map { sum(total, weights[$0]) } ?? total
    }

    private func sum(_ first: Int, _ second: Int) -> Int {
        let (sum, overflow) = first.addingReportingOverflow(second)
        return overflow ? .max : sum
    }

    private mutating func write(_ number: Int) -> TrieReference {
        weights[number] == 1 ? writeTail(number) : writeNode(number)
    }

    private mutating func writeNode(_ number: Int) -> TrieReference {
        let node = builder.nodes[number]
        let place = parts.nodes.count
        parts.nodes.append(TrieNode())
        for literal in builder.literals(of: node) {
            let reference = write(literal.child)
            addEdge(literal.text, from: place, to: reference)
        }
        var record = TrieNode()
        record.end = node.ends.first.map { UInt32($0 + 1) } ?? 0
        record.plain = node.plain.map { write($0) } ?? .none
        let hasList = !node.special.isEmpty || !node.wildcards.isEmpty || node.ends.count > 1 || !node.grouped.isEmpty
        if hasList { record.list = writeList(node) }
        record.flags =
            (node.firstLiteral < 0 ? 0 : TrieNode.hasLiterals)
            | (record.plain == .none && node.special.isEmpty && node.wildcards.isEmpty ? 0 : TrieNode.hasOthers)
            | (hasList ? TrieNode.hasList : 0) | (node.grouped.isEmpty && node.ends.count < 2 ? 0 : TrieNode.isSlow)
        parts.nodes[place] = record
        return .node(place)
    }

    /// Writes what a node has beside literals and a plain child; each list begins with its length.
    private mutating func writeList(_ node: TrieBuilder.Node) -> UInt32 {
        var list = [UInt32(node.special.count)]
        for (parameter, child) in node.special {
            list.append(special(parameter))
            list.append(write(child).value)
        }
        for numbers in [node.wildcards, node.optionalWildcards, node.ends, node.grouped] {
            list.append(UInt32(numbers.count))
            list += numbers.map(UInt32.init)
        }
        defer { parts.lists += list }
        return UInt32(parts.lists.count)
    }

    /// Writes the rest of the only pattern in or below a node: its number, then one step for each segment.
    private mutating func writeTail(_ start: Int) -> TrieReference {
        var steps: [UInt8] = []
        var node = builder.nodes[start]
        while node.ends.isEmpty && node.wildcards.isEmpty {
            let child: Int
            if let literal = builder.literals(of: node).first(where: { _ in true }) {
                steps.append(TailStep.literal)
                steps += Self.bytes(UInt16(literal.text.utf8.count))
                steps += literal.text.utf8
                child = literal.child
            } else if let (parameter, next) = node.special.first {
                steps += [TailStep.special] + Self.bytes(special(parameter))
                child = next
            } else if let plain = node.plain {
                steps.append(TailStep.plain)
                child = plain
            } else {
                break
            }
            node = builder.nodes[child]
        }
        if !node.wildcards.isEmpty {
            steps.append(node.optionalWildcards.isEmpty ? TailStep.wildcard : TailStep.optionalWildcard)
        }
        let number = node.ends.first ?? node.wildcards.first ?? 0
        defer { parts.tails += Self.bytes(UInt32(number)) + steps + [TailStep.end] }
        return .tail(parts.tails.count)
    }

    private mutating func special(_ parameter: PatternParameter) -> UInt32 {
        if let place = specials[parameter] { return place }
        let record = FrozenParameter.words(parameter) { text in addText(text) }
        let place = UInt32(parts.lists.count)
        parts.lists += record
        specials[parameter] = place
        return place
    }

    private mutating func addText(_ text: String) -> UInt32 {
        defer { parts.texts += text.utf8 }
        return UInt32(parts.texts.count)
    }

    private mutating func addEdge(_ text: String, from parent: Int, to child: TrieReference) {
        let bytes = Array(text.utf8)
        let (key, hash) = SegmentScan.hash(bytes)
        let edge = TrieEdge(
            key: key, parent: UInt32(parent), child: child, text: addText(text), length: UInt32(bytes.count))
        edges.append((edge, hash))
    }

    /// The edges in a table that is at most two thirds full.
    private func edgeTable() -> [TrieEdge] {
        var capacity = 1
        while capacity * 2 < edges.count * 3 { capacity *= 2 }
        var table = Array(repeating: TrieEdge(), count: capacity)
        for (edge, hash) in edges {
            var place = SegmentScan.place(hash, parent: Int(edge.parent), mask: capacity - 1)
            while table[place].child != .none { place = (place + 1) & (capacity - 1) }
            table[place] = edge
        }
        return table
    }

    private static func bytes<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        withUnsafeBytes(of: value) { Array($0) }
    }
}
