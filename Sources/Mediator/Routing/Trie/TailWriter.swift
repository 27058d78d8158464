/// A writer of a tail's bytes, which joins consecutive literals.
struct TailWriter {
    private(set) var bytes: [UInt8]
    /// The start of the literal that may grow, if there is one.
    private var literal: Int?
    private var literalSpan = 0

    init(number: Int) { bytes = Self.bytes(UInt32(number)) }

    /// Adds some literals that are joined by slashes.
    mutating func add(literal text: ArraySlice<UInt8>, span: Int, isJoinable: Bool = true) {
        if isJoinable, let place = literal {
            bytes.append(UInt8(ascii: "/"))
            bytes += text
            return finishLiteral(at: place, span: literalSpan + span)
        }
        literal = isJoinable ? bytes.count : nil
        let place = bytes.count
        bytes += [TailStep.literal, 0, 0, 0, 0]
        bytes += text
        finishLiteral(at: place, span: span)
    }

    mutating func addPlain() {
        literal = nil
        bytes.append(TailStep.plain)
    }

    mutating func add(special parameter: UInt32) {
        literal = nil
        bytes.append(TailStep.special)
        bytes += Self.bytes(parameter)
    }

    mutating func finish() { bytes.append(TailStep.end) }

    mutating func finish(number: Int) {
        bytes.replaceSubrange(..<TailStep.first, with: Self.bytes(UInt32(number)))
        finish()
    }

    mutating func finish(number: Int, wildcard allowsNone: Bool) {
        bytes.append(allowsNone ? TailStep.optionalWildcard : TailStep.wildcard)
        finish(number: number)
    }

    private mutating func finishLiteral(at place: Int, span: Int) {
        literalSpan = span
        let length = UInt16(bytes.count - place - TailStep.text)
        bytes.replaceSubrange(
            (place + 1)..<(place + TailStep.text), with: Self.bytes(UInt16(span)) + Self.bytes(length))
    }

    private static func bytes<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value) -> [UInt8] {
        withUnsafeBytes(of: value) { Array($0) }
    }
}

extension TrieWriter {
    /// Writes a rest: a tail that consists of literals.
    mutating func writeRest(_ rest: LiteralEdges.Edge) -> TrieReference {
        var tail = TailWriter(number: Int(builder.nodes[rest.node].end))
        tail.add(literal: rest.text[...], span: rest.span)
        tail.finish()
        return .rest(add(tail))
    }

    /// Writes the only open pattern after some literals, with the literals.
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
