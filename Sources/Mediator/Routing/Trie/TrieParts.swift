/// The growing parts of a frozen trie; see `TrieLayout`.
struct TrieParts {
    var roots: [TrieRoot] = []
    var nodes: [TrieNode] = [TrieNode()]
    var slots: [TrieSlot] = [TrieSlot()]
    var branches: [TrieBranch] = []
    var children: [TrieChild] = []
    var parameters: [FrozenParameter] = []
    var alternatives: [TextRange] = []
    var groups: [FrozenGroup] = []
    var steps: [GroupStep] = []
    var patterns: [FrozenPattern] = []
    var names: [TextRange] = []
    var typeUses: [UInt32] = []
    var types: [FrozenType] = []
    var tails: [UInt8] = [TailStep.end]
    var texts: [UInt8] = [0]

    private var header: TrieHeader {
        let counts: [Int] = [
            roots.count, nodes.count, slots.count, branches.count, children.count, parameters.count,
            alternatives.count, groups.count, steps.count, patterns.count, names.count, typeUses.count, types.count,
            tails.count, texts.count,
        ]
        return TrieHeader(counts: counts.map { UInt32($0) })
    }

    /// Returns all parts in one block of memory, after a header.
    func block() -> UnsafeMutableRawBufferPointer {
        let header = header
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(header.byteCount), alignment: 64)
        // The space between the parts is also written to a file.
        block.initializeMemory(as: UInt8.self, repeating: 0)
        header.write(to: block)
        var rest = block[TrieHeader.size...]
        func add<Element: BitwiseCopyable>(_ part: [Element]) {
            part.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: rest).copyMemory(from: $0) }
            rest = rest.dropFirst(TrieCursor.size(count: part.count, of: Element.self))
        }
        add(roots)
        add(nodes)
        add(slots)
        add(branches)
        add(children)
        add(parameters)
        add(alternatives)
        add(groups)
        add(steps)
        add(patterns)
        add(names)
        add(typeUses)
        add(types)
        add(tails)
        add(texts)
        return block
    }

    /// Adds a text and returns its place.
    mutating func add(_ text: String) -> TextRange { add(text.utf8) }

    /// Adds the bytes of a text and returns their place.
    mutating func add(_ text: some Collection<UInt8>) -> TextRange {
        let start = texts.count
        texts.append(contentsOf: text)
        return TextRange(start: UInt32(start), count: UInt32(texts.count - start))
    }
}

/// A survey of the patterns below each node of a growing tree.
///
/// A pattern is *covered* below a node if it has only literals from there on: one hash over the rest of the path finds
/// it, so that it needs no nodes. All others are *open*.
struct TrieSurvey {
    /// The findings below one node.
    struct Findings {
        var patterns = 0
        var open = 0
        /// The numbers of segments after which patterns end, and open ones.
        var depths = DepthMask()
        var openDepths = DepthMask()
        /// The number of literals that every open pattern begins with.
        var literals = Int.max
        /// The number of segments that literal edges may take at once, so that all open patterns have as many literals.
        var span = Int.max
        /// Whether there is only one plain parameter.
        var isOnlyPlain = false
    }

    /// More than any number of patterns: the number for a node with optional groups, below which no pattern is simple.
    private static let many = 1 << 40

    private let builder: TrieBuilder
    private(set) var findings: [Findings]

    init(_ builder: TrieBuilder) {
        self.builder = builder
        findings = Array(repeating: Findings(), count: builder.nodes.count)
        // Children have higher numbers than their parents, so the reverse order visits them first.
        for number in builder.nodes.indices.reversed() { findings[number] = survey(number) }
    }

    subscript(_ node: Int) -> Findings { findings[node] }

    /// Returns whether a literal can be joined with others by slashes unambiguously, and is in a path in its written
    /// form.
    func isJoinable(_ literal: LiteralTable.Literal) -> Bool {
        !builder.bytes(of: literal).contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "%") }
    }

    private func survey(_ number: Int) -> Findings {
        let node = builder.nodes[number]
        var found = Findings()
        var ends = 0
        if node.end >= 0 {
            ends = builder.chain(node.end).reduce(0) { count, _ in count + 1 }
            found.patterns = ends
            found.depths = .here
        }
        if node.plain >= 0 { add(findings[Int(node.plain)], to: &found) }
        if node.branch >= 0 || node.wildcard >= 0 { addBranch(number, to: &found) }
        found.isOnlyPlain =
            node.plain >= 0 && node.end < 0 && node.wildcard < 0 && node.branch < 0 && node.firstLiteral < 0
        addLiterals(of: number, to: &found)
        return found
    }

    /// Adds a child that is not after a literal.
    private func add(_ child: Findings, to found: inout Findings) {
        found.patterns += child.patterns
        found.open += child.patterns
        found.depths.formUnion(child.depths.behind())
        found.openDepths.formUnion(child.depths.behind())
        found.literals = 0
    }

    private func addBranch(_ number: Int, to found: inout Findings) {
        for (_, child) in builder.special(of: number) { add(findings[child], to: &found) }
        let hasGroups =
            builder.nodes[number].branch >= 0 && !builder.branches[Int(builder.nodes[number].branch)].grouped.isEmpty
        let wildcards = builder.chain(builder.nodes[number].wildcard).reduce(0) { count, _ in count + 1 }
        guard hasGroups || wildcards > 0 else { return }
        let rest = Findings(patterns: hasGroups ? Self.many : wildcards, depths: .any)
        add(rest, to: &found)
        found.depths.formUnion(.any)
        found.openDepths.formUnion(.any)
    }

    private func addLiterals(of node: Int, to found: inout Findings) {
        for literal in builder.literals(of: node) {
            let child = findings[Int(literal.child)]
            guard isJoinable(literal) else {
                add(child, to: &found)
                found.span = 1
                continue
            }
            found.patterns += child.patterns
            found.depths.formUnion(child.depths.behind())
            found.open += child.open
            found.openDepths.formUnion(child.openDepths.behind())
            if child.open > 0 {
                found.literals = min(found.literals, child.literals + 1)
                found.span = min(found.span, child.literals + 1)
            }
        }
    }
}
