/// The builder of a pattern tree: it has the same parts as the tree, but they can grow.
struct TreeBuilder {
    private(set) var nodes = [TreeNode(), TreeNode(), TreeNode()]
    /// Slot 0 is always free; it is the only slot of every node without literals.
    private(set) var slots = [TreeSlot()]
    private(set) var children: [TreeChild] = []
    private(set) var forms: [TreeForm] = []
    private(set) var steps: [TreeStep] = []
    /// The texts of all literals; before each text are two bytes with its length.
    private(set) var texts: [UInt8] = []
    private(set) var parameters: [PatternParameter] = []
    private(set) var names: [String] = []
    /// The different ranks of forms; a form stores the index of its rank.
    private(set) var ranks: [FormRank] = []
    /// Whether the first form that a walk finds is the best one.
    private(set) var isUniform = true
    private var priority: Int?
    /// The index of the first name in `names`, keyed by a list of names; forms with equal lists share it.
    private var nameLists: [[String]: UInt32] = [:]
    private var rankNumbers: [FormRank: UInt32] = [:]
    private var parameterNumbers: [PatternParameter: UInt32] = [:]

    /// The node whose literals are the names of roots: a pattern's scheme and host (`RoutePattern.root`).
    static let roots = 0
    /// The node whose literals are the whole paths of forms without a scheme and without parameters.
    static let wholePaths = 1
    /// The root of the patterns without a scheme; most patterns have none.
    static let anyRoot = 2

    /// The size of the length that precedes each text, in bytes.
    static let lengthSize = 2

    init() {}

    /// Creates a builder from a copy of a tree.
    init(_ tree: PatternTree) {
        let parts = tree.parts.pointee
        (nodes, slots, children) = (parts.nodes.array, parts.slots.array, parts.children.array)
        (forms, steps, texts) = (parts.forms.array, parts.steps.array, parts.texts.array)
        (parameters, names) = (parts.parameters.array, parts.names.array)
        (ranks, isUniform, priority) = (tree.ranks, tree.isUniform, tree.ranks.first?.priority)
        for (number, rank) in ranks.enumerated() { rankNumbers[rank] = UInt32(number) }
        for (number, parameter) in parameters.enumerated() { parameterNumbers[parameter] = UInt32(number) }
    }

    mutating func insert(_ indexed: IndexedPattern, number: Int) {
        isUniform = isUniform && priority ?? indexed.priority == indexed.priority
        priority = indexed.priority
        let root = root(of: indexed.pattern)
        for elements in indexed.pattern.forms {
            let form = addForm(elements, of: number, indexed)
            insert(form, below: root)
            if root == Self.anyRoot, let path = elements.writtenPath {
                let slot = slot(for: path, of: Self.wholePaths)
                // If several forms are equal, the first one is found.
                if slots[slot].target == .none { slots[slot].target = .rest(of: form) }
            }
        }
    }

    private mutating func root(of pattern: RoutePattern) -> Int {
        guard let name = pattern.root else { return Self.anyRoot }
        let slot = slot(for: name, of: Self.roots)
        if slots[slot].target == .none { slots[slot].target = addNode() }
        return slots[slot].target.number
    }

    private mutating func addNode() -> TreeReference {
        nodes.append(TreeNode())
        return .node(nodes.count - 1)
    }

    private mutating func addForm(_ elements: [PatternElement], of number: Int, _ indexed: IndexedPattern) -> Int {
        let list = elements.flatMap(\.parameterNames)
        let firstName = nameLists[list] ?? UInt32(names.count)
        if nameLists.updateValue(firstName, forKey: list) == nil { names += list }
        let firstStep = steps.count
        var allowsNone: Bool?
        for element in elements {
            switch element {
            case .literal(let text): steps.append(.literal(add(text)))
            case .parameter(let parameter): steps.append(parameter.isPlain ? .plain : .special(add(parameter)))
            case .wildcard(_, let mayBeEmpty): allowsNone = mayBeEmpty
            // The forms of a pattern do not contain groups.
            case .group: break
            }
        }
        let rank = FormRank(priority: indexed.priority, segments: elements.map(Specificity.init))
        forms.append(
            TreeForm(
                pattern: UInt32(number), firstName: firstName, rank: add(rank), step: UInt32(firstStep),
                stepCount: UInt16(steps.count - firstStep), isOpen: allowsNone != nil, allowsNone: allowsNone ?? false,
                capturesHost: indexed.pattern.capturesHost))
        return forms.count - 1
    }

    private mutating func add(_ rank: FormRank) -> UInt32 {
        if let number = rankNumbers[rank] { return number }
        ranks.append(rank)
        rankNumbers[rank] = UInt32(ranks.count - 1)
        return UInt32(ranks.count - 1)
    }

    /// Returns the number of a parameter; parameters that differ only in their names share a number.
    private mutating func add(_ parameter: PatternParameter) -> UInt32 {
        let shape = PatternParameter(name: "", type: parameter.type, prefix: parameter.prefix, suffix: parameter.suffix)
        if let number = parameterNumbers[shape] { return number }
        parameters.append(shape)
        parameterNumbers[shape] = UInt32(parameters.count - 1)
        return UInt32(parameters.count - 1)
    }

    private mutating func add(_ text: String) -> UInt32 {
        let place = texts.count
        withUnsafeBytes(of: UInt16(text.utf8.count)) { texts += $0 }
        texts += text.utf8
        return UInt32(place)
    }

    private func text(at place: UInt32) -> ArraySlice<UInt8> {
        let start = Int(place) + Self.lengthSize
        let length = texts.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: Int(place), as: UInt16.self) }
        return texts[start..<start + Int(length)]
    }
}

extension TreeBuilder {
    /// Inserts the remaining steps of a form below a node, up to the first edge that no other form has.
    private mutating func insert(_ form: Int, below start: Int) {
        var node = start
        while forms[form].stepCount > 0 {
            let edge = edge(for: steps[Int(forms[form].step)], of: node)
            note(forms[form].depths, at: node, edge)
            forms[form].step += 1
            forms[form].stepCount -= 1
            let target = self[edge]
            if target == .none { return self[edge] = .rest(of: form) }
            if target.isForm {
                self[edge] = addNode()
                insert(target.number, below: self[edge].number)
            }
            node = self[edge].number
        }
        if forms[form].isOpen {
            if chain(form, after: nodes[node].wildcard) { nodes[node].wildcard = UInt32(form) + 1 }
        } else if chain(form, after: nodes[node].end) {
            nodes[node].end = UInt32(form) + 1
        }
    }

    /// Links a form after the first form with equal steps; returns `true` if the form is the first one itself.
    private mutating func chain(_ form: Int, after first: UInt32) -> Bool {
        guard first != 0 else { return true }
        forms[form].next = forms[Int(first) - 1].next
        forms[Int(first) - 1].next = UInt32(form) + 1
        return false
    }

    private mutating func note(_ depths: DepthMask, at node: Int, _ edge: Edge) {
        switch edge {
        case .literal: nodes[node].literalDepths.formUnion(depths)
        case .plain: nodes[node].plainDepths.formUnion(depths)
        case .special: break
        }
    }

    /// The location of an edge's target.
    private enum Edge {
        case literal(slot: Int)
        case plain(node: Int)
        case special(child: Int)
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

    /// Returns the edge of a node for a step; a new edge has no target.
    private mutating func edge(for step: TreeStep, of node: Int) -> Edge {
        if step.isLiteral { return .literal(slot: slot(for: step.number, of: node)) }
        return step == .plain ? .plain(node: node) : .special(child: child(for: step.number, of: node))
    }

    /// Returns the index of a node's child for a parameter; a new child has no target.
    private mutating func child(for parameter: UInt32, of node: Int) -> Int {
        let rank = Specificity(parameters[Int(parameter)])
        var (previous, next) = (UInt32(0), nodes[node].child)
        while next != 0, children[Int(next) - 1].rank >= rank {
            if children[Int(next) - 1].parameter == parameter { return Int(next) - 1 }
            (previous, next) = (next, children[Int(next) - 1].next)
        }
        // If two children have equal ranks, the first one may lead to the less specific form.
        if previous != 0, children[Int(previous) - 1].rank == rank { isUniform = false }
        children.append(TreeChild(parameter: parameter, rank: rank, next: next))
        if previous == 0 {
            nodes[node].child = UInt32(children.count)
        } else {
            children[Int(previous) - 1].next = UInt32(children.count)
        }
        return children.count - 1
    }
}

extension TreeBuilder {
    /// Returns a node's slot for a text; adds the text to `texts` if it is new.
    private mutating func slot(for text: String, of node: Int) -> Int {
        let place = add(text)
        let slot = slot(for: place, of: node)
        if slots[slot].text != place { texts.removeSubrange(Int(place)...) }
        return slot
    }

    /// Returns a node's slot for a text at an offset; the caller must set the target of a new slot.
    private mutating func slot(for text: UInt32, of node: Int) -> Int {
        if (nodes[node].literals + 1) * 2 > 1 << UInt32(nodes[node].slotBits) { growSlots(of: node) }
        let bytes = self.text(at: text)
        let tag = TreeSlot.tag(bytes.withUnsafeBytes { PathHash.of($0) })
        var place = place(of: tag, in: nodes[node])
        while slots[place].target != .none {
            if slots[place].tag == tag, self.text(at: slots[place].text) == bytes { return place }
            place = self.place(after: place, in: nodes[node])
        }
        slots[place] = TreeSlot(tag: tag, text: text)
        nodes[node].literals += 1
        return place
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
}

extension RoutePattern {
    /// The name of the pattern's root, from its scheme and host in lower case; `nil` without a scheme.
    fileprivate var root: String? { scheme.map { "\($0):\(host ?? "")" } }
}

extension [PatternElement] {
    /// The path as it is written in a URL, if all elements are literals without a slash.
    fileprivate var writtenPath: String? {
        var path: [String] = []
        for element in self {
            guard case .literal(let text) = element, !text.utf8.contains(UInt8(ascii: "/")) else { return nil }
            path.append(text)
        }
        return path.isEmpty ? nil : path.joined(separator: "/")
    }
}
