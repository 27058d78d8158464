/// A tree of patterns that is being built: one node for each beginning that patterns share.
struct TrieBuilder {
    /// One node; children are numbers of other nodes.
    struct Node {
        /// The first of its literals in `literals`, or -1.
        var firstLiteral = -1
        /// Parameters with a type or text around them, the most specific first.
        var special: [(parameter: PatternParameter, child: Int)] = []
        var plain: Int?
        /// The patterns that end here, and those whose wildcard begins here; the highest priority first.
        var ends: [Int] = []
        var wildcards: [Int] = []
        var optionalWildcards: [Int] = []
        /// The patterns whose first optional group begins here.
        var grouped: [Int] = []
    }

    /// One literal on the way from a node to its child, and the next one of the same node, or -1.
    struct Literal {
        let text: String
        let child: Int
        let next: Int
    }

    /// A literal of a node; one table for all nodes, for most have few.
    private struct LiteralKey: Hashable {
        let node: Int
        let text: String
    }

    private(set) var nodes: [Node] = []
    private var literals: [Literal] = []
    private var children: [LiteralKey: Int] = [:]
    /// The root of each scheme and host.
    private(set) var roots: [TrieAuthority: Int] = [:]

    /// Adds a pattern under its number.
    mutating func insert(_ pattern: RoutePattern, number: Int) {
        var node = root(of: TrieAuthority(scheme: pattern.scheme, host: pattern.host))
        for element in pattern.elements {
            switch element {
            case .literal(let text): node = literal(text, of: node)
            case .parameter(let parameter): node = child(parameter, of: node)
            case .wildcard(_, let allowsNone):
                if allowsNone { nodes[node].optionalWildcards.append(number) }
                nodes[node].wildcards.append(number)
                return
            case .group:
                nodes[node].grouped.append(number)
                return
            }
        }
        nodes[node].ends.append(number)
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

    private mutating func literal(_ text: String, of node: Int) -> Int {
        let key = LiteralKey(node: node, text: text)
        if let child = children[key] { return child }
        let child = add()
        children[key] = child
        literals.append(Literal(text: text, child: child, next: nodes[node].firstLiteral))
        nodes[node].firstLiteral = literals.count - 1
        return child
    }

    /// The child of a node for a literal.
    func child(of node: Int, literal text: String) -> Int? { children[LiteralKey(node: node, text: text)] }

    /// The literals of a node, the last one first.
    func literals(of node: Node) -> some Sequence<Literal> {
        sequence(state: node.firstLiteral) { (next: inout Int) -> Literal? in
            guard next >= 0 else { return nil }
            defer { next = literals[next].next }
            return literals[next]
        }
    }

    private mutating func child(_ parameter: PatternParameter, of node: Int) -> Int {
        if parameter.isPlain {
            if let child = nodes[node].plain { return child }
            let child = add()
            nodes[node].plain = child
            return child
        }
        let shape = PatternParameter(name: "", type: parameter.type, prefix: parameter.prefix, suffix: parameter.suffix)
        if let child = nodes[node].special.first(where: { $0.parameter == shape }) { return child.child }
        let child = add()
        let index = nodes[node].special.firstIndex { Specificity($0.parameter) < Specificity(shape) }
        nodes[node].special.insert((shape, child), at: index ?? nodes[node].special.count)
        return child
    }
}

/// What a tree of segments hangs on: a scheme or none, and a host for `http` and `https`.
struct TrieAuthority: Hashable, Sendable {
    let scheme: String?
    let host: String?

    /// That of patterns without a scheme.
    static let any = TrieAuthority(scheme: nil, host: nil)

    /// The authority as one text, under which the frozen trie finds its root.
    var text: String { "\(scheme ?? "")://\(host ?? "")" }
}
