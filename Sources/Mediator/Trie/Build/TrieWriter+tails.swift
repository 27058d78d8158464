extension TrieWriter {
    /// Writes a rest: a tail that is nothing but literals.
    mutating func writeRest(_ rest: LiteralEdges.Edge) -> TrieReference {
        var tail = TailWriter(number: Int(builder.nodes[rest.node].end))
        tail.add(literal: rest.text[...], span: rest.span)
        tail.finish()
        return .rest(add(tail))
    }

    /// Writes the only open pattern behind some literals, with the literals.
    mutating func writeTail(behind edge: LiteralEdges.Edge) -> TrieReference {
        var tail = TailWriter(number: 0)
        tail.add(literal: edge.text[...], span: edge.span, isJoinable: edge.isJoinable)
        follow(edge.node, isCovered: edge.isJoinable, &tail)
        return .tail(add(tail))
    }

    /// Writes the only pattern in or below a node.
    mutating func writeTail(from node: Int) -> TrieReference {
        var tail = TailWriter(number: 0)
        follow(node, isCovered: false, &tail)
        return .tail(add(tail))
    }

    private mutating func add(_ tail: TailWriter) -> Int {
        defer { parts.tails += tail.bytes }
        return parts.tails.count
    }

    /// Follows the only pattern below a node; where ends are covered, the only open one.
    private mutating func follow(_ start: Int, isCovered: Bool, _ tail: inout TailWriter) {
        var number = start
        var isCovered = isCovered
        while true {
            let node = builder.nodes[number]
            if !isCovered, node.end >= 0 { return tail.finish(number: Int(node.end)) }
            if node.wildcard >= 0 {
                return tail.finish(
                    number: Int(node.wildcard), wildcard: parts.patterns[Int(node.wildcard)].allowsNone == 1)
            }
            if let literal = openLiteral(of: number, isCovered: isCovered) {
                let isJoinable = survey.isJoinable(literal)
                tail.add(literal: builder.bytes(of: literal), span: 1, isJoinable: isJoinable)
                number = Int(literal.child)
                isCovered = isCovered && isJoinable
            } else if let (parameter, child) = builder.special(of: number).first {
                tail.add(special: special(parameter))
                (number, isCovered) = (child, false)
            } else {
                tail.addPlain()
                (number, isCovered) = (Int(node.plain), false)
            }
        }
    }

    private func openLiteral(of node: Int, isCovered: Bool) -> LiteralTable.Literal? {
        builder.literals(of: node).first { literal in
            !isCovered || !survey.isJoinable(literal) || survey[Int(literal.child)].open > 0
        }
    }
}
