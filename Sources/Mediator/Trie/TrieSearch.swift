/// The whole way through a frozen trie: over decoded segments, to every pattern that matches.
///
/// Each node is visited at most once, so that the cost is linear in the size of the trie, whatever the patterns are.
struct TrieSearch {
    private let layout: TrieLayout
    private let segments: [[UInt8]]
    /// The pattern with its optional groups, by number.
    private let grouped: [Int: RoutePattern]
    private var ranks: [Specificity] = []
    private var values: [String] = []
    private(set) var candidates: [TrieCandidate] = []

    init(_ layout: TrieLayout, segments: [[UInt8]], grouped: [Int: RoutePattern]) {
        self.layout = layout
        self.segments = segments
        self.grouped = grouped
    }

    /// Collects what matches below a reference.
    mutating func visit(_ reference: TrieReference, depth: Int = 0) {
        if reference.isTail { return visitTail(reference.number, depth: depth) }
        let node = layout.nodes[reference.number]
        if depth == segments.count, node.end != 0, node.flags & TrieNode.hasList == 0 { found(Int(node.end) - 1) }
        if node.flags & TrieNode.hasList != 0 { visitList(node, depth: depth) }
        guard depth < segments.count else { return }
        if let child = literal(of: reference.number, depth: depth) {
            taking(.literal, value: nil) { $0.visit(child, depth: depth + 1) }
        }
        if node.plain != .none {
            taking(.plain, value: segments[depth]) { $0.visit(node.plain, depth: depth + 1) }
        }
    }

    private mutating func visitList(_ node: TrieNode, depth: Int) {
        var list = layout.lists + Int(node.list)
        for index in 0..<Int(list[0]) where depth < segments.count {
            let place = Int(list[1 + index * 2])
            let child = TrieReference(value: list[2 + index * 2])
            visitSpecial(place, depth: depth) { $0.visit(child, depth: depth + 1) }
        }
        list += 1 + Int(list[0]) * 2
        for number in numbers(&list) where depth < segments.count { foundRest(number, depth: depth) }
        for number in numbers(&list) where depth == segments.count { foundRest(number, depth: depth) }
        for number in numbers(&list) where depth == segments.count { found(number) }
        for number in numbers(&list) { visitGrouped(number) }
    }

    private mutating func visitTail(_ offset: Int, depth: Int) {
        let tail = UnsafeRawPointer(layout.tails) + offset
        visitTail(tail + 4, of: Int(tail.loadUnaligned(as: UInt32.self)), depth: depth)
    }

    private mutating func visitTail(_ step: UnsafeRawPointer, of number: Int, depth: Int) {
        let kind = step.load(as: UInt8.self)
        switch kind {
        case TailStep.end where depth == segments.count: found(number)
        case TailStep.optionalWildcard where depth == segments.count: foundRest(number, depth: depth)
        case _ where kind == TailStep.end || depth == segments.count: return
        case TailStep.wildcard, TailStep.optionalWildcard: foundRest(number, depth: depth)
        case TailStep.literal:
            let length = Int((step + 1).loadUnaligned(as: UInt16.self))
            guard segments[depth].elementsEqual(UnsafeRawBufferPointer(start: step + 3, count: length)) else { return }
            taking(.literal, value: nil) { $0.visitTail(step + 3 + length, of: number, depth: depth + 1) }
        case TailStep.plain:
            taking(.plain, value: segments[depth]) { $0.visitTail(step + 1, of: number, depth: depth + 1) }
        default:
            let place = Int((step + 1).loadUnaligned(as: UInt32.self))
            visitSpecial(place, depth: depth) { $0.visitTail(step + 5, of: number, depth: depth + 1) }
        }
    }

    private mutating func visitSpecial(_ place: Int, depth: Int, _ next: (inout TrieSearch) -> Void) {
        let parameter = FrozenParameter(layout, place: place)
        let segment = segments[depth]
        guard let value = segment.withUnsafeBytes(parameter.value) else { return }
        taking(parameter.specificity, value: Array(segment[value]), next)
    }

    /// Goes on with a segment taken, and forgets it afterwards.
    private mutating func taking(_ rank: Specificity, value: [UInt8]?, _ next: (inout TrieSearch) -> Void) {
        ranks.append(rank)
        if let value { values.append(String(decoding: value, as: UTF8.self)) }
        next(&self)
        ranks.removeLast()
        if value != nil { values.removeLast() }
    }

    private mutating func found(_ number: Int) {
        candidates.append(TrieCandidate(number: number, ranks: ranks, values: values))
    }

    private mutating func foundRest(_ number: Int, depth: Int) {
        let rest = segments[depth...].map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
        candidates.append(TrieCandidate(number: number, ranks: ranks + [.wildcard], values: values + [rest]))
    }

    private mutating func visitGrouped(_ number: Int) {
        guard let pattern = grouped[number], let match = GroupedMatch(pattern, segments: segments) else { return }
        candidates.append(
            TrieCandidate(number: number, ranks: match.ranks, values: match.values, names: match.names))
    }

    private func literal(of parent: Int, depth: Int) -> TrieReference? {
        let segment = segments[depth]
        let (key, hash) = SegmentScan.hash(segment)
        var place = SegmentScan.place(hash, parent: parent, mask: layout.edgeMask)
        while layout.edges[place].child != .none {
            let edge = layout.edges[place]
            let text = UnsafeBufferPointer(start: layout.texts + Int(edge.text), count: Int(edge.length))
            if edge.key == key, edge.parent == parent, text.elementsEqual(segment) { return edge.child }
            place = (place + 1) & layout.edgeMask
        }
        return nil
    }

    private func numbers(_ list: inout UnsafePointer<UInt32>) -> [Int] {
        defer { list += 1 + Int(list[0]) }
        return (0..<Int(list[0])).map { [list] in Int(list[1 + $0]) }
    }
}
