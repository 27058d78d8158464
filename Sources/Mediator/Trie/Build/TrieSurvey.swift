/// What lies below each node of a tree that is being built.
///
/// A pattern is *covered* below a node where it has nothing but literals from there on: one hash over the rest of the path
/// finds it, so that it needs no nodes. All others are *open*.
struct TrieSurvey {
    /// What lies below one node.
    struct Findings {
        var patterns = 0
        var open = 0
        /// After how many segments patterns end, and open ones.
        var depths = DepthMask()
        var openDepths = DepthMask()
        /// How many literals every open pattern has before anything else.
        var literals = Int.max
        /// How many segments literal edges may take at once, so that all open patterns have as many literals.
        var span = Int.max
        /// Whether there is nothing but one plain parameter.
        var isOnlyPlain = false
    }

    /// More than any number of patterns: that of a node with optional groups, below which nothing is simple.
    private static let many = 1 << 40

    private let builder: TrieBuilder
    private(set) var findings: [Findings]

    init(_ builder: TrieBuilder) {
        self.builder = builder
        findings = Array(repeating: Findings(), count: builder.nodes.count)
        // Children have higher numbers than their parents, so that going backwards meets them first.
        for number in builder.nodes.indices.reversed() { findings[number] = survey(number) }
    }

    subscript(_ node: Int) -> Findings { findings[node] }

    /// Whether a literal can be joined with others by slashes and still be told from them, and stands in a path as it is.
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

    /// Adds a child that is not behind a literal.
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
