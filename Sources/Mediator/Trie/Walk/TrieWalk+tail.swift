extension TrieWalk {
    /// Follows the rest of a pattern that nobody shares.
    @inline(__always) mutating func runTail() -> Int {
        let pattern = pattern(of: reference)
        var step = layout.tails.baseAddress.unsafelyUnwrapped + reference.number + TailStep.first
        while true {
            switch step.load(as: UInt8.self) {
            case TailStep.literal:
                let literal = TailLiteral(step)
                guard segments.isText(literal, at: depth) else { return Self.none }
                depth &+= literal.span
                step = literal.next
            case TailStep.plain:
                guard depth < segments.count else { return Self.none }
                guard captureSegment() else { return Self.slow }
                step += 1
            case TailStep.end: return depth == segments.count ? pattern : Self.none
            case TailStep.special:
                guard depth < segments.count else { return Self.none }
                let parameter = layout.parameters[Int((step + 1).loadUnaligned(as: UInt32.self))]
                guard let value = parameter.value(in: segments[depth], layout) else { return Self.none }
                guard captureValue(value) else { return Self.slow }
                depth += 1
                step += 5
            case let kind:
                if depth < segments.count { return takeRest(pattern) }
                guard kind == TailStep.optionalWildcard else { return Self.none }
                return captureNothing() ? pattern : Self.slow
            }
        }
    }

    /// The number of a tail's pattern.
    @inline(__always) func pattern(of tail: TrieReference) -> Int {
        Int(layout.tails.loadUnaligned(fromByteOffset: tail.number, as: UInt32.self))
    }
}
