/// The growing parts of a pattern tree.
struct TreeBuilder {
    private(set) var nodes = [TreeNode()]
    /// Number 0 is the free slot of all nodes without literals.
    private(set) var slots = [TreeSlot()]
    private(set) var branches: [TreeBranch] = []
    private(set) var children: [TreeChild] = []
    private(set) var forms: [TreeForm] = []
    /// Number 0 is no tail.
    private(set) var tails: [UInt8] = Array(repeating: 0, count: TreeTail.first)
    private(set) var texts: [UInt8] = [0]
    private(set) var roots: [TreeRoot] = []
    private(set) var parameters: [PatternParameter] = []
    private(set) var names: [String] = []
    /// For each list of ranks, how specific a form is for each segment.
    private(set) var ranks: [[Specificity]] = []
    /// Whether the first form on the way is the best one.
    private(set) var isUniform = true
    private var priority: Int?
    private var nameLists: [[String]: UInt32] = [[]: 0]
    private var rankNumbers: [[Specificity]: UInt32] = [:]
    private var parameterNumbers: [PatternParameter: UInt32] = [:]

    /// The node whose literals are whole paths: those of the forms without a scheme and without parameters.
    static let wholePaths = 1

    /// Creates an empty tree.
    init() { nodes.append(TreeNode()) }

    /// Creates a copy of a tree, which can grow.
    init(_ tree: PatternTree) {
        let parts = tree.parts.pointee
        (nodes, slots, branches, children) = (
            parts.nodes.array, parts.slots.array, parts.branches.array, parts.children.array
        )
        (forms, tails, texts) = (parts.forms.array, parts.tails.array, parts.texts.array)
        (parameters, names) = (parts.parameters.array, parts.names.array)
        (roots, ranks, isUniform) = (tree.roots, tree.ranks, tree.isUniform)
        priority = forms.first.map { Int($0.priority) }
        for (number, list) in ranks.enumerated() { rankNumbers[list] = UInt32(number) }
        for (number, parameter) in parameters.enumerated() { parameterNumbers[parameter] = UInt32(number) }
    }

    /// Adds a pattern with its number; one with too many forms matches nothing.
    mutating func insert(_ indexed: IndexedPattern, number: Int) {
        isUniform = isUniform && priority ?? indexed.priority == indexed.priority
        priority = indexed.priority
        let root = root(of: indexed.pattern)
        for elements in indexed.pattern.forms ?? [] {
            let form = addForm(elements, of: number, priority: indexed.priority)
            if indexed.pattern.scheme == nil, let path = elements.writtenPath {
                insert(form, elements[...], whole: path)
            } else {
                insert(form, elements[...], below: root)
            }
        }
    }

    private mutating func addForm(_ elements: [PatternElement], of pattern: Int, priority: Int) -> UInt32 {
        let list = elements.flatMap(\.parameterNames)
        let first = nameLists[list] ?? UInt32(names.count)
        if nameLists.updateValue(first, forKey: list) == nil { names += list }
        forms.append(
            TreeForm(
                pattern: UInt32(pattern), firstName: first, nameCount: UInt16(list.count),
                allowsNone: elements.required < elements.count, ranks: number(of: elements.map(Specificity.init)),
                priority: Int64(priority)))
        return UInt32(forms.count - 1)
    }

    private mutating func number(of list: [Specificity]) -> UInt32 {
        if let number = rankNumbers[list] { return number }
        ranks.append(list)
        rankNumbers[list] = UInt32(ranks.count - 1)
        return UInt32(ranks.count - 1)
    }

    private mutating func root(of pattern: RoutePattern) -> Int {
        let root = TreeRoot(pattern, node: nodes.count)
        let place = roots.firstIndex { !$0.precedes(root) } ?? roots.count
        if place < roots.count, !root.precedes(roots[place]) { return roots[place].node }
        roots.insert(root, at: place)
        return addNode().number
    }

    private mutating func addNode(text: String = "") -> TreeReference {
        nodes.append(TreeNode(text: UInt32(texts.count), textLength: UInt16(text.utf8.count)))
        texts += text.utf8
        return .node(nodes.count - 1)
    }

    /// Adds a form that consists of literals, by its path.
    private mutating func insert(_ form: UInt32, _ elements: ArraySlice<PatternElement>, whole path: String) {
        let slot = slot(for: path, of: Self.wholePaths)
        guard slots[slot].target != .none else {
            return slots[slot].target = addTail(form, elements, isBehindLiteral: true)
        }
        let first = tail(slots[slot].target).form + 1
        _ = chain(form, behind: first)
    }

    /// Adds the rest of a form below a node.
    private mutating func insert(_ form: UInt32, _ elements: ArraySlice<PatternElement>, below start: Int) {
        var (node, rest) = (start, elements)
        while let element = rest.first {
            if case .wildcard = element { return insert(form, wildcardAt: node) }
            let edge = edge(for: element, of: node)
            note(rest.depths, at: node, edge)
            rest.removeFirst()
            if self[edge] == .none {
                // A tail begins with the literal that leads to it.
                let start = edge.isLiteral ? rest.startIndex - 1 : rest.startIndex
                return self[edge] = addTail(form, elements[start...], isBehindLiteral: edge.isLiteral)
            }
            if self[edge].isTail { expand(edge) }
            node = self[edge].number
        }
        if chain(form, behind: nodes[node].end) { nodes[node].end = form + 1 }
    }

    private mutating func insert(_ form: UInt32, wildcardAt node: Int) {
        let branch = branch(of: node)
        if chain(form, behind: branches[branch].wildcard) { branches[branch].wildcard = form + 1 }
    }

    /// Puts a form behind the first one of its way, which stays the first; returns whether there is none.
    private mutating func chain(_ form: UInt32, behind first: UInt32) -> Bool {
        guard first != 0 else { return true }
        forms[Int(form)].next = forms[Int(first) - 1].next
        forms[Int(first) - 1].next = form + 1
        return false
    }

    /// Puts a node between an edge and its tail.
    private mutating func expand(_ edge: Edge) {
        let tail = self[edge]
        var rest = elements(of: tail, isBehindLiteral: edge.isLiteral)[...]
        if edge.isLiteral, case .literal(let text) = rest.removeFirst() {
            self[edge] = addNode(text: text)
        } else {
            self[edge] = addNode()
        }
        insert(self.tail(tail).form, rest, below: self[edge].number)
    }

    private mutating func note(_ depths: DepthMask, at node: Int, _ edge: Edge) {
        switch edge {
        case .literal: nodes[node].literalDepths.formUnion(depths)
        case .plain: nodes[node].plainDepths.formUnion(depths)
        case .special: break
        }
    }

    private mutating func branch(of node: Int) -> Int {
        if nodes[node].branch == 0 {
            branches.append(TreeBranch())
            nodes[node].branch = UInt32(branches.count)
        }
        return Int(nodes[node].branch) - 1
    }
}

extension TreeBuilder {
    /// The place of an edge's target.
    private enum Edge {
        case literal(slot: Int)
        case plain(node: Int)
        case special(child: Int)

        var isLiteral: Bool { if case .literal = self { true } else { false } }
    }

    private subscript(_ edge: Edge) -> TreeReference {
        get {
            switch edge {
            case .literal(let slot): slots[slot].target
            case .plain(let node): nodes[node].plain
            case .special(let child): children[child].target
            }
        }
        set {
            switch edge {
            case .literal(let slot): slots[slot].target = newValue
            case .plain(let node): nodes[node].plain = newValue
            case .special(let child): children[child].target = newValue
            }
        }
    }

    /// Returns the edge of a node for an element, without a target if it is new.
    private mutating func edge(for element: PatternElement, of node: Int) -> Edge {
        switch element {
        case .literal(let text): .literal(slot: slot(for: text, of: node))
        case .parameter(let parameter) where !parameter.isPlain: .special(child: child(for: parameter, of: node))
        default: .plain(node: node)
        }
    }

    /// Returns the slot of a node for a text; the caller fills in a free one.
    private mutating func slot(for text: String, of node: Int) -> Int {
        if (nodes[node].literals + 1) * 2 > 1 << UInt32(nodes[node].slotBits) { growSlots(of: node) }
        var text = text
        return text.withUTF8 { text in
            let text = UnsafeRawBufferPointer(text)
            let tag = TreeSlot.tag(PathHash.of(text))
            var place = place(of: tag, in: nodes[node])
            while slots[place].target != .none {
                if slots[place].tag == tag, isText(text, of: slots[place].target, inPaths: node == Self.wholePaths) {
                    return place
                }
                place = self.place(after: place, in: nodes[node])
            }
            slots[place].tag = tag
            nodes[node].literals += 1
            return place
        }
    }

    private func place(of tag: UInt32, in node: TreeNode) -> Int {
        Int(node.slots) + Int(tag) & (1 << Int(node.slotBits) - 1)
    }

    private func place(after place: Int, in node: TreeNode) -> Int {
        Int(node.slots) + (place - Int(node.slots) + 1) & (1 << Int(node.slotBits) - 1)
    }

    /// Doubles the slots of a node.
    private mutating func growSlots(of node: Int) {
        let old = nodes[node]
        nodes[node].slotBits += 1
        nodes[node].slots = UInt32(slots.count)
        slots += repeatElement(TreeSlot(), count: 1 << Int(nodes[node].slotBits))
        for slot in Int(old.slots)..<Int(old.slots) + 1 << Int(old.slotBits) where slots[slot].target != .none {
            var place = place(of: slots[slot].tag, in: nodes[node])
            while slots[place].target != .none { place = self.place(after: place, in: nodes[node]) }
            slots[place] = slots[slot]
        }
    }

    private func isText(_ text: UnsafeRawBufferPointer, of target: TreeReference, inPaths: Bool) -> Bool {
        guard target.isTail else {
            let node = nodes[target.number]
            return texts[Int(node.text)..<Int(node.text) + Int(node.textLength)].elementsEqual(text)
        }
        return tails.withUnsafeBytes { tails in
            // A tail is in the memory of all tails, which is not empty.
            let literal = TailLiteral(tails.baseAddress.unsafelyUnwrapped + target.number + TreeTail.first)
            guard inPaths ? literal.length == text.count : literal.begins(with: text.count) else { return false }
            return UnsafeRawBufferPointer(start: literal.text, count: text.count).elementsEqual(text)
        }
    }

    /// Returns the child of a node for a parameter, which has no target if it is new.
    private mutating func child(for parameter: PatternParameter, of node: Int) -> Int {
        let (number, rank) = (number(of: parameter), Specificity(parameter))
        let branch = branch(of: node)
        var (previous, next) = (UInt32(0), branches[branch].child)
        while next != 0, children[Int(next) - 1].rank >= rank {
            if children[Int(next) - 1].parameter == number { return Int(next) - 1 }
            (previous, next) = (next, children[Int(next) - 1].next)
        }
        // Of children with one rank, the one behind which a form is more specific goes first.
        if previous != 0, children[Int(previous) - 1].rank == rank { isUniform = false }
        children.append(TreeChild(parameter: number, rank: rank, next: next))
        if previous == 0 {
            branches[branch].child = UInt32(children.count)
        } else {
            children[Int(previous) - 1].next = UInt32(children.count)
        }
        return children.count - 1
    }

    /// Returns the number of a parameter, regardless of its name.
    private mutating func number(of parameter: PatternParameter) -> UInt32 {
        let shape = PatternParameter(name: "", type: parameter.type, prefix: parameter.prefix, suffix: parameter.suffix)
        if let number = parameterNumbers[shape] { return number }
        parameters.append(shape)
        parameterNumbers[shape] = UInt32(parameters.count - 1)
        return UInt32(parameters.count - 1)
    }
}

extension TreeBuilder {
    private func tail(_ reference: TreeReference) -> TreeTail {
        tails.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: reference.number, as: TreeTail.self) }
    }

    private mutating func append<Value: BitwiseCopyable>(_ value: Value) {
        withUnsafeBytes(of: value) { tails.append(contentsOf: $0) }
    }

    /// Writes a tail, in which consecutive literals without a slash are one step.
    private mutating func addTail(_ form: UInt32, _ elements: ArraySlice<PatternElement>, isBehindLiteral: Bool)
        -> TreeReference
    {
        let start = tails.count
        let count = elements.required - (isBehindLiteral ? 1 : 0)
        append(TreeTail(form: form, count: UInt16(count), isOpen: elements.isOpen ? 1 : 0))
        var rest = elements
        while let element = rest.popFirst() {
            switch element {
            case .literal(let text):
                var texts = [text]
                while !text.utf8.contains(UInt8(ascii: "/")), case .literal(let next)? = rest.first,
                    !next.utf8.contains(UInt8(ascii: "/"))
                {
                    texts.append(next)
                    rest.removeFirst()
                }
                addLiteral(texts)
            case .parameter(let parameter) where !parameter.isPlain:
                let number = number(of: parameter)
                tails.append(TailStep.special)
                append(number)
            case .wildcard: tails.append(TailStep.wildcard)
            default: tails.append(TailStep.plain)
            }
        }
        tails.append(TailStep.end)
        return .tail(start)
    }

    private mutating func addLiteral(_ texts: [String]) {
        let text = texts.joined(separator: "/")
        tails.append(TailStep.literal)
        append(UInt16(texts.count))
        append(UInt16(text.utf8.count))
        tails += text.utf8
    }

    /// Returns the elements of a tail; its parameters have no names.
    private func elements(of tail: TreeReference, isBehindLiteral: Bool) -> [PatternElement] {
        tails.withUnsafeBytes { tails in
            // A tail is in the memory of all tails, which is not empty.
            var step = tails.baseAddress.unsafelyUnwrapped + tail.number + TreeTail.first
            var elements: [PatternElement] = []
            while true {
                switch step.load(as: UInt8.self) {
                case TailStep.literal:
                    let literal = TailLiteral(step)
                    elements += literal.texts.map { .literal($0) }
                    step = literal.next
                case TailStep.plain:
                    elements.append(.parameter(PatternParameter(name: "")))
                    step += 1
                case TailStep.special:
                    elements.append(.parameter(parameters[Int((step + 1).loadUnaligned(as: UInt32.self))]))
                    step += 5
                case TailStep.wildcard:
                    let header = self.tail(tail)
                    let least = Int(header.count) + (isBehindLiteral ? 1 : 0)
                    elements.append(.wildcard(name: "", allowsNone: least == elements.count))
                    return elements
                default: return elements
                }
            }
        }
    }
}

extension TailLiteral {
    /// The texts of its segments.
    fileprivate var texts: [String] {
        let text = String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self)
        return span == 1 ? [text] : text.split(separator: "/").map(String.init)
    }
}

extension Collection<PatternElement> where Self: BidirectionalCollection {
    /// Whether a wildcard is at the end.
    fileprivate var isOpen: Bool { if case .wildcard = last { true } else { false } }

    /// The least number of segments.
    fileprivate var required: Int {
        if case .wildcard(_, let allowsNone) = last { allowsNone ? count - 1 : count } else { count }
    }

    /// The numbers of segments.
    fileprivate var depths: DepthMask { isOpen ? .atLeast(required) : .exactly(required) }

    /// The path as a URL writes it, if there are only literals, and none has a slash.
    fileprivate var writtenPath: String? {
        var path: [String] = []
        for element in self {
            guard case .literal(let text) = element, !text.utf8.contains(UInt8(ascii: "/")) else { return nil }
            path.append(text)
        }
        return path.isEmpty ? nil : path.joined(separator: "/")
    }
}
