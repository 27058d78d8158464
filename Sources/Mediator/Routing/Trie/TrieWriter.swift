/// A writer that turns a tree of patterns into the flat parts of a frozen trie.
struct TrieWriter {
    let builder: TrieBuilder
    let survey: TrieSurvey
    var parts = TrieParts()
    var lists = ListWriter()
    var types: [ParameterType: UInt32] = [:]
    private var specials: [PatternParameter: UInt32] = [:]

    private init(_ builder: TrieBuilder) {
        self.builder = builder
        survey = TrieSurvey(builder)
    }

    /// Returns the parts of a trie of these patterns, from which the tree was built.
    static func write(_ builder: TrieBuilder, patterns: [IndexedPattern]) -> TrieParts {
        var writer = TrieWriter(builder)
        writer.parts.patterns.reserveCapacity(patterns.count)
        for (number, indexed) in patterns.enumerated() { writer.add(indexed, next: builder.next[number]) }
        // In the order in which a look-up searches them.
        let roots = builder.roots.map { (Array(($0.scheme ?? "").utf8), Array(($0.host ?? "").utf8), $1) }
        for (schemeBytes, hostBytes, root) in roots.sorted(by: Self.precedes) {
            let scheme = writer.parts.add(schemeBytes)
            let host = writer.parts.add(hostBytes)
            let node = writer.writeNode(root, text: TextRange(), isAnchor: true, patterns: patterns)
            writer.parts.roots.append(TrieRoot(scheme: scheme, host: host, node: node))
        }
        return writer.parts
    }

    private static func precedes(_ root: ([UInt8], [UInt8], Int), _ other: ([UInt8], [UInt8], Int)) -> Bool {
        root.0 == other.0 ? root.1.lexicographicallyPrecedes(other.1) : root.0.lexicographicallyPrecedes(other.0)
    }

    /// Writes a node; an anchor holds its own rests, any other node is after literals of an anchor.
    private mutating func writeNode(
        _ number: Int, text: TextRange, isAnchor: Bool, patterns: [IndexedPattern]
    ) -> TrieReference {
        let node = builder.nodes[number]
        let place = parts.nodes.count
        parts.nodes.append(TrieNode())
        let span = min(survey[number].span, Int(UInt8.max))
        let edges = LiteralEdges(builder, survey, from: number, span: span, withRests: isAnchor)
        var record = TrieNode(text: text.start, textLength: UInt16(text.count), span: UInt8(span))
        (record.restDepths, record.literalDepths) = (edges.restDepths, edges.depths)
        if isAnchor, node.end >= 0 { record.end = UInt32(node.end + 1) }
        (record.slots, record.slotBits) = reserveSlots(edges.count)
        for rest in edges.rests {
            addSlot(rest.text, length: rest.text.count, to: writeRest(rest), of: record, isRest: true)
        }
        for edge in edges.open {
            let child = write(edge, patterns: patterns)
            addSlot(edge.text, length: edge.text.count, to: child, of: record, isRest: false)
        }
        writePlain(of: node, in: &record, patterns: patterns)
        if node.branch >= 0 || node.wildcard >= 0 { writeBranch(of: number, in: &record, patterns: patterns) }
        parts.nodes[place] = record
        return .node(place)
    }

    private mutating func write(_ edge: LiteralEdges.Edge, patterns: [IndexedPattern]) -> TrieReference {
        let found = survey[edge.node]
        if edge.isJoinable ? found.open == 1 : found.patterns == 1 { return writeTail(behind: edge) }
        let text = TextRange(start: UInt32(parts.texts.count), count: UInt32(edge.text.count))
        parts.texts += edge.text
        return writeNode(edge.node, text: text, isAnchor: !edge.isJoinable, patterns: patterns)
    }

    /// Writes the continuation of a parameter.
    private mutating func write(_ number: Int, patterns: [IndexedPattern]) -> TrieReference {
        survey[number].patterns == 1
            ? writeTail(from: number) : writeNode(number, text: TextRange(), isAnchor: true, patterns: patterns)
    }

    private mutating func writePlain(
        of node: TrieBuilder.Node, in record: inout TrieNode, patterns: [IndexedPattern]
    ) {
        guard node.plain >= 0 else { return }
        var child = Int(node.plain)
        record.plainDepths = survey[child].depths.behind()
        record.plainSpan = 1
        while survey[child].isOnlyPlain, survey[child].patterns > 1, record.plainSpan < 15 {
            child = Int(builder.nodes[child].plain)
            record.plainSpan += 1
        }
        record.plain = write(child, patterns: patterns)
    }

    private mutating func writeBranch(
        of number: Int, in record: inout TrieNode, patterns: [IndexedPattern]
    ) {
        let node = builder.nodes[number]
        var branch = TrieBranch(wildcard: UInt32(node.wildcard + 1))
        if node.branch >= 0 {
            let source = builder.branches[Int(node.branch)]
            let children = builder.special(of: number).map { parameter, child in
                TrieChild(parameter: special(parameter), child: write(child, patterns: patterns))
            }
            (branch.firstChild, branch.childCount) = (UInt32(parts.children.count), UInt32(children.count))
            parts.children += children
            (branch.firstGroup, branch.groupCount) = (UInt32(parts.groups.count), UInt32(source.grouped.count))
            // The steps of each group are written with it; groups of other nodes follow.
            for number in source.grouped { writeGroup(patterns[number].pattern, number: number) }
            record.groups = source.grouped.isEmpty ? 0 : 1
        }
        parts.branches.append(branch)
        record.branch = UInt32(parts.branches.count)
    }

    /// Reserves slots for some literals, which will take at most half of them; returns the first slot and the exponent
    /// of their number.
    private mutating func reserveSlots(_ count: Int) -> (first: UInt32, bits: UInt8) {
        let first = UInt32(parts.slots.count)
        guard count > 0 else { return (first, 0) }
        var bits: UInt8 = 1
        while 1 << Int(bits) < count * 4 { bits += 1 }
        parts.slots += Array(repeating: TrieSlot(), count: 1 << Int(bits))
        return (first, bits)
    }

    private mutating func addSlot(
        _ text: [UInt8], length: Int, to child: TrieReference, of node: TrieNode, isRest: Bool
    ) {
        let hash = text.withUnsafeBytes { PathHash.of($0) }
        let mask = 1 << Int(node.slotBits) - 1
        var place = Int(truncatingIfNeeded: hash) & mask
        while parts.slots[Int(node.slots) + place].child != .none { place = (place + 1) & mask }
        parts.slots[Int(node.slots) + place] = TrieSlot(tag: TrieSlot.tag(hash, isRest: isRest), child: child)
    }

    /// Returns the number of a parameter among the frozen ones, regardless of its name.
    mutating func special(_ parameter: PatternParameter) -> UInt32 {
        let shape = PatternParameter(name: "", type: parameter.type, prefix: parameter.prefix, suffix: parameter.suffix)
        if let number = specials[shape] { return number }
        let number = UInt32(parts.parameters.count)
        let frozen = FrozenParameter(shape, text: { parts.add($0) }) { texts in
            let start = parts.alternatives.count
            for text in texts { parts.alternatives.append(parts.add(text)) }
            return start..<parts.alternatives.count
        }
        parts.parameters.append(frozen)
        specials[shape] = number
        return number
    }
}

extension TrieWriter {
    /// Writes the data of a pattern besides its way through the trie.
    mutating func add(_ indexed: IndexedPattern, next: Int32) {
        let pattern = indexed.pattern
        let names = lists.range(ofNames: pattern.parameterNames, &parts)
        let types = lists.range(ofTypes: pattern.ownTypes.map { number(of: $0) }, &parts)
        parts.patterns.append(
            FrozenPattern(
                text: parts.add(pattern.text), firstName: UInt32(names.lowerBound), nameCount: UInt32(names.count),
                firstType: UInt32(types.lowerBound), typeCount: UInt32(types.count),
                priority: Int64(indexed.priority), next: UInt32(next + 1), allowsNone: pattern.allowsNone ? 1 : 0))
    }

    /// Returns the number of a module's own type, which is kept as a parameter without a name.
    private mutating func number(of type: ParameterType) -> UInt32 {
        if let number = types[type] { return number }
        let parameter = special(PatternParameter(name: "", type: type))
        parts.types.append(FrozenType(name: parts.add(type.name), parameter: parameter))
        types[type] = UInt32(parts.types.count - 1)
        return UInt32(parts.types.count - 1)
    }

    /// Writes a pattern from its first optional group on.
    mutating func writeGroup(_ pattern: RoutePattern, number: Int) {
        let before = pattern.elements.prefix { if case .group = $0 { false } else { true } }
        var names = before.flatMap(\.parameterNames).count
        let steps = PatternSteps(pattern).steps.dropFirst(before.count).map { step -> GroupStep in
            switch step {
            case .orSkip(let target): GroupStep(kind: GroupStep.Kind.orSkip, value: UInt32(target - before.count))
            case .element(let element): groupStep(element, name: &names)
            }
        }
        parts.groups.append(
            FrozenGroup(
                firstStep: UInt32(parts.steps.count), stepCount: UInt32(steps.count), pattern: UInt32(number)))
        parts.steps += steps
    }

    private mutating func groupStep(_ element: PatternElement, name: inout Int) -> GroupStep {
        defer { name += element.parameterNames.count }
        switch element {
        case .literal(let text):
            let range = parts.add(text)
            return GroupStep(kind: GroupStep.Kind.literal, value: range.start, length: range.count)
        case .parameter(let parameter) where parameter.isPlain:
            return GroupStep(kind: GroupStep.Kind.plain, name: UInt32(name))
        case .parameter(let parameter):
            return GroupStep(kind: GroupStep.Kind.special, name: UInt32(name), value: special(parameter))
        case .wildcard(_, let allowsNone):
            let kind = allowsNone ? GroupStep.Kind.optionalWildcard : GroupStep.Kind.wildcard
            return GroupStep(kind: kind, name: UInt32(name))
        // Steps have no groups in them.
        case .group: return GroupStep(kind: GroupStep.Kind.orSkip)
        }
    }
}
