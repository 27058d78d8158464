/// The literal ways on from a node of a tree, for its frozen form.
struct LiteralEdges {
    /// One way: some literals joined by slashes, and the node behind them.
    struct Edge {
        var text: [UInt8]
        var span: Int
        var node: Int
        /// Whether none of the literals has a slash in it.
        var isJoinable = true
    }

    /// The patterns that have nothing but literals left.
    private(set) var rests: [Edge] = []
    private(set) var open: [Edge] = []
    private(set) var restDepths = DepthMask()
    private(set) var depths = DepthMask()

    private let builder: TrieBuilder
    private let survey: TrieSurvey
    private let span: Int

    /// The edges of a node, each open one of so many segments.
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
