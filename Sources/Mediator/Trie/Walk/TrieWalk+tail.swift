extension TrieWalk {
    /// Follows the rest of a pattern that nobody shares.
    @inline(__always) mutating func runTail() -> Int {
        let pattern = layout.pattern(of: reference)
        var step = layout.tail(reference) + TailStep.first
        while true {
            let kind = step.load(as: UInt8.self)
            if kind == TailStep.literal {
                let literal = TailLiteral(step)
                guard segments.isText(literal, at: depth) else { return Self.none }
                depth &+= literal.span
                step = literal.next
            } else if kind == TailStep.end {
                return depth == segments.count ? pattern : Self.none
            } else if depth == segments.count {
                guard kind == TailStep.optionalWildcard else { return Self.none }
                return captureNothing() ? pattern : Self.slow
            } else if kind == TailStep.plain {
                guard captureSegment() else { return Self.slow }
                step += 1
            } else if kind == TailStep.special {
                let result = aside { $0.takeSpecial(step) }
                if result != Self.on { return result }
                step += 5
            } else {
                return takeRest(pattern)
            }
        }
    }

    /// Takes a segment for a parameter with a type or text around it.
    @inline(never) private mutating func takeSpecial(_ step: UnsafeRawPointer) -> Int {
        let parameter = (step + 1).loadUnaligned(as: UInt32.self)
        guard let value = layout.value(of: parameter, in: segments[depth]) else { return Self.none }
        return captureValue(value) ? Self.on : Self.slow
    }
}
