/// A growing tree of patterns: one node for each beginning that patterns share.
struct TrieBuilder {
    /// One node; children are numbers of other nodes, which are higher than its own.
    struct Node {
        /// The first of its literals in `literals`, or -1.
        var firstLiteral: Int32 = -1
        var plain: Int32 = -1
        /// The first pattern that ends here, and the first whose wildcard begins here, or -1; `next` leads to the others.
        var end: Int32 = -1
        var wildcard: Int32 = -1
        /// The number of its branch, or -1.
        var branch: Int32 = -1
    }

    /// The data that few nodes have.
    struct Branch {
        /// The children for parameters with a type or text around them.
        var special: [PatternParameter: Int] = [:]
        /// The patterns whose first optional group begins here.
        var grouped: [Int] = []
    }

    /// The next pattern of a pattern's shape, or -1.
    private(set) var next: [Int32] = []
    private(set) var nodes: [Node] = []
    private(set) var branches: [Branch] = []
    private var literals = LiteralTable()

    /// The root of each scheme and host.
    private(set) var roots: [TrieAuthority: Int] = [:]

    /// Creates an empty tree with room for some patterns.
    init(capacity: Int = 0) {
        next.reserveCapacity(capacity)
        nodes.reserveCapacity(capacity * 2)
    }

    /// Inserts the next pattern; its number is the count of earlier ones.
    mutating func insert(_ pattern: RoutePattern, number: Int) {
        next.append(-1)
        var node = root(of: TrieAuthority(scheme: pattern.scheme, host: pattern.host))
        for element in pattern.elements {
            switch element {
            case .literal(let text): node = child(text, of: node)
            case .parameter(let parameter): node = child(parameter, of: node)
            case .wildcard:
                nodes[node].wildcard = chained(number, to: nodes[node].wildcard)
                return
            case .group:
                branches[branch(of: node)].grouped.append(number)
                return
            }
        }
        nodes[node].end = chained(number, to: nodes[node].end)
    }

    /// Puts a pattern after the first one of its shape, which stays the first.
    private mutating func chained(_ number: Int, to first: Int32) -> Int32 {
        guard first >= 0 else { return Int32(number) }
        next[number] = next[Int(first)]
        next[Int(first)] = Int32(number)
        return first
    }

    /// Returns the numbers of a pattern and of all others of its shape.
    func chain(_ first: Int32) -> some Sequence<Int> {
        sequence(state: first) { (number: inout Int32) -> Int? in
            guard number >= 0 else { return nil }
            defer { number = next[Int(number)] }
            return Int(number)
        }
    }

    private mutating func root(of authority: TrieAuthority) -> Int {
        if let root = roots[authority] { return root }
        roots[authority] = add()
        return nodes.count - 1
    }

    private mutating func add() -> Int {
        nodes.append(Node())
        return nodes.count - 1
    }

    private mutating func branch(of node: Int) -> Int {
        if nodes[node].branch < 0 {
            nodes[node].branch = Int32(branches.count)
            branches.append(Branch())
        }
        return Int(nodes[node].branch)
    }

    private mutating func child(_ text: String, of node: Int) -> Int {
        let (literal, isNew) = literals.insert(text, of: node, child: nodes.count, next: nodes[node].firstLiteral)
        if isNew {
            nodes[node].firstLiteral = Int32(literal)
            nodes.append(Node())
        }
        return Int(literals[literal].child)
    }

    /// Returns the child of a node for a literal.
    func child(of node: Int, literal text: String) -> Int? {
        literals.find(text, of: node).map { Int(literals[$0].child) }
    }

    /// Returns the bytes of a literal.
    func bytes(of literal: LiteralTable.Literal) -> ArraySlice<UInt8> { literals.bytes(of: literal) }

    /// Returns the literals of a node, the last one first.
    func literals(of node: Int) -> some Sequence<LiteralTable.Literal> {
        sequence(state: nodes[node].firstLiteral) { (next: inout Int32) -> LiteralTable.Literal? in
            guard next >= 0 else { return nil }
            let literal = literals[Int(next)]
            next = literal.next
            return literal
        }
    }

    /// Returns the children of a node for parameters with a type or text around them, the most specific first.
    func special(of node: Int) -> [(parameter: PatternParameter, child: Int)] {
        guard nodes[node].branch >= 0 else { return [] }
        return branches[Int(nodes[node].branch)].special.map { (Specificity($0), $0, $1) }
            .sorted { ($1.0, $0.2) < ($0.0, $1.2) }.map { ($0.1, $0.2) }
    }

    private mutating func child(_ parameter: PatternParameter, of node: Int) -> Int {
        if parameter.isPlain {
            if nodes[node].plain < 0 { nodes[node].plain = Int32(add()) }
            return Int(nodes[node].plain)
        }
        let shape = PatternParameter(name: "", type: parameter.type, prefix: parameter.prefix, suffix: parameter.suffix)
        let branch = branch(of: node)
        if let known = branches[branch].special[shape] { return known }
        let child = add()
        branches[branch].special[shape] = child
        return child
    }
}

/// The key of a tree of segments: a scheme or none, and a host for `http` and `https`, where none is any.
struct TrieAuthority: Hashable, Sendable {
    let scheme: String?
    let host: String?
}
