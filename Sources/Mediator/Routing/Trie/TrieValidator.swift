/// A validator that checks every number in a trie's memory of external origin once, so that no look-up has to.
///
/// Afterwards every place lies in its part, every hash table has a free place, every tail ends, and exactly one way
/// leads to each reachable element. So the memory is a forest: a look-up never leaves it, never loops in it, and visits
/// no node twice.
struct TrieValidator {
    let layout: TrieLayout
    /// The elements of a part that were claimed already.
    var seenNodes: [Bool]
    var seenPatterns: [Bool]
    var seenBranches: [Bool]
    var seenChildren: [Bool]
    var seenGroups: [Bool]
    /// The starts of tails, with their kinds.
    var tails: [Int: TailKind] = [:]

    /// The kind of tail that a reference requires.
    enum TailKind {
        case any
        case beginsWithLiteral
        /// A single literal.
        case rest
    }

    /// Validates a layout.
    ///
    /// - Throws: the first fault.
    static func validate(_ layout: TrieLayout) throws(TrieFault) {
        var validator = TrieValidator(layout)
        try validator.validateTexts()
        try validator.validatePatterns()
        try validator.validateTails()
        try validator.validateGroups()
        try validator.validateRoots()
        try validator.validateNodes()
        try validator.validateBranches()
    }

    private init(_ layout: TrieLayout) {
        self.layout = layout
        seenNodes = Array(repeating: false, count: layout.nodes.count)
        seenPatterns = Array(repeating: false, count: layout.patterns.count)
        seenBranches = Array(repeating: false, count: layout.branches.count)
        seenChildren = Array(repeating: false, count: layout.children.count)
        seenGroups = Array(repeating: false, count: layout.groups.count)
    }

    func require(_ isRight: Bool, _ part: String, _ element: Int) throws(TrieFault) {
        guard isRight else { throw TrieFault(part: part, element: element) }
    }

    /// Claims an element for the only time; `number` is its place plus 1, and 0 is none.
    func claim(_ number: UInt32, in seen: inout [Bool], _ part: String, _ element: Int) throws(TrieFault) {
        guard number != 0 else { return }
        try require(Int(number) <= seen.count && !seen[Int(number) - 1], part, element)
        seen[Int(number) - 1] = true
    }

    func isText(_ range: TextRange) -> Bool { Int(range.start) + Int(range.count) <= layout.texts.count }

    static func isPart(_ first: UInt32, _ count: UInt32, of total: Int) -> Bool { Int(first) + Int(count) <= total }

    /// Claims a node that has no other reference, or a tail of a kind.
    mutating func claim(
        _ reference: TrieReference, tail kind: TailKind = .any, _ part: String, _ element: Int
    ) throws(TrieFault) {
        guard reference.isTail else {
            let number = reference.number
            try require(reference.value == UInt32(number) && number > 0, part, element)
            try require(number < seenNodes.count && !seenNodes[number], part, element)
            seenNodes[number] = true
            return
        }
        // A tail is removed once it is claimed.
        let found = tails.removeValue(forKey: reference.number)
        let isRight =
            switch kind {
            case .any: found != nil
            case .beginsWithLiteral: found == .beginsWithLiteral || found == .rest
            case .rest: found == .rest
            }
        try require(isRight && reference.isRest == (kind == .rest), part, element)
    }
}

extension TrieValidator {
    mutating func validateRoots() throws(TrieFault) {
        for (number, root) in layout.roots.enumerated() {
            try require(isText(root.scheme) && isText(root.host) && !root.node.isTail, "roots", number)
            try claim(root.node, "roots", number)
        }
    }

    /// The slots are in the order of the nodes, after one without an owner, so that no two nodes share any.
    mutating func validateNodes() throws(TrieFault) {
        try require(!layout.nodes.isEmpty && !layout.slots.isEmpty && !layout.texts.isEmpty, "nodes", 0)
        var nextSlot = 1
        for (number, node) in layout.nodes.enumerated().dropFirst() {
            try require(isText(TextRange(start: node.text, count: UInt32(node.textLength))), "nodes", number)
            try claim(node.end, in: &seenPatterns, "nodes", number)
            try claim(node.branch, in: &seenBranches, "nodes", number)
            try validatePlain(node, number)
            try validateSlots(node, number, &nextSlot)
            let hasGroups = node.branch > 0 && layout.branches[Int(node.branch) - 1].groupCount > 0
            try require(hasGroups == (node.groups != 0), "nodes", number)
        }
        try require(layout.nodes[0].isNone, "nodes", 0)
    }

    private mutating func validatePlain(_ node: TrieNode, _ number: Int) throws(TrieFault) {
        if node.plain == .none {
            try require(node.plainDepths.isEmpty, "nodes", number)
        } else {
            try require(node.plainSpan > 0, "nodes", number)
            try claim(node.plain, "nodes", number)
        }
    }

    private mutating func validateSlots(_ node: TrieNode, _ number: Int, _ next: inout Int) throws(TrieFault) {
        guard node.slotBits > 0 else {
            return try require(node.restDepths.isEmpty && node.literalDepths.isEmpty, "nodes", number)
        }
        try require(node.slotBits < 31 && Int(node.slots) == next && node.span > 0, "nodes", number)
        let slots = next..<next + 1 << Int(node.slotBits)
        try require(slots.upperBound <= layout.slots.count, "nodes", number)
        var hasFree = false
        for place in slots {
            let child = layout.slots[place].child
            if child == .none {
                hasFree = true
            } else {
                try claim(child, tail: child.isRest ? .rest : .beginsWithLiteral, "slots", place)
            }
        }
        try require(hasFree, "nodes", number)
        next = slots.upperBound
    }

    mutating func validateBranches() throws(TrieFault) {
        for (number, branch) in layout.branches.enumerated() {
            let hasChildren = Self.isPart(branch.firstChild, branch.childCount, of: layout.children.count)
            let hasGroups = Self.isPart(branch.firstGroup, branch.groupCount, of: layout.groups.count)
            try require(hasChildren && hasGroups, "branches", number)
            try claim(branch.wildcard, in: &seenPatterns, "branches", number)
            for place in branch.children { try claim(UInt32(place + 1), in: &seenChildren, "branches", number) }
            for place in branch.groups { try claim(UInt32(place + 1), in: &seenGroups, "branches", number) }
        }
        for (number, child) in layout.children.enumerated() {
            try require(child.parameter < layout.parameters.count, "children", number)
            try claim(child.child, "children", number)
        }
    }
}

extension TrieNode {
    /// Whether no way continues from it.
    fileprivate var isNone: Bool {
        end == 0 && branch == 0 && groups == 0 && restDepths.isEmpty && literalDepths.isEmpty && plainDepths.isEmpty
    }
}

extension TrieValidator {
    /// Validates texts, parameters and types.
    func validateTexts() throws(TrieFault) {
        for (number, range) in layout.alternatives.enumerated() { try require(isText(range), "alternatives", number) }
        for (number, range) in layout.names.enumerated() { try require(isText(range), "names", number) }
        for (number, parameter) in layout.parameters.enumerated() {
            let alternatives = (parameter.firstAlternative, parameter.alternativeCount)
            try require(isText(parameter.prefix) && isText(parameter.suffix), "parameters", number)
            try require(
                Self.isPart(alternatives.0, alternatives.1, of: layout.alternatives.count), "parameters", number)
        }
        for (number, type) in layout.types.enumerated() {
            try require(isText(type.name) && type.parameter < layout.parameters.count, "types", number)
        }
        for (number, use) in layout.typeUses.enumerated() { try require(use < layout.types.count, "type uses", number) }
    }

    mutating func validatePatterns() throws(TrieFault) {
        for (number, pattern) in layout.patterns.enumerated() {
            try require(isText(pattern.text), "patterns", number)
            try require(Self.isPart(pattern.firstName, pattern.nameCount, of: layout.names.count), "patterns", number)
            try require(
                Self.isPart(pattern.firstType, pattern.typeCount, of: layout.typeUses.count), "patterns", number)
            try claim(pattern.next, in: &seenPatterns, "patterns", number)
        }
    }

    /// Validates the groups' steps, which are in the order of the groups, so that each is checked once.
    mutating func validateGroups() throws(TrieFault) {
        var next = 0
        for (number, group) in layout.groups.enumerated() {
            let isInside = Self.isPart(group.firstStep, group.stepCount, of: layout.steps.count)
            try require(isInside && Int(group.firstStep) == next, "groups", number)
            // The greatest number of steps of a pattern, so that a match is not too deep.
            try require(group.stepCount <= RoutePattern.maximumLength, "groups", number)
            try require(group.pattern < layout.patterns.count, "groups", number)
            try claim(group.pattern + 1, in: &seenPatterns, "groups", number)
            for place in group.steps { try validateStep(place, of: group) }
            next += Int(group.stepCount)
        }
    }

    private func validateStep(_ place: Int, of group: FrozenGroup) throws(TrieFault) {
        let step = layout.steps[place]
        let isRight =
            switch step.kind {
            case GroupStep.Kind.literal: isText(step.text)
            case GroupStep.Kind.special: step.value < layout.parameters.count
            case GroupStep.Kind.orSkip:
                Int(step.value) > place - Int(group.firstStep) && step.value <= group.stepCount
            default: step.kind <= GroupStep.Kind.orSkip
            }
        try require(isRight, "steps", place)
    }

    /// Validates the tails, which follow each other after a byte that is none.
    mutating func validateTails() throws(TrieFault) {
        try require(!layout.tails.isEmpty, "tails", 0)
        var place = 1
        while place < layout.tails.count {
            let start = place
            try require(start + TailStep.first < layout.tails.count, "tails", start)
            let pattern = layout.tails.loadUnaligned(fromByteOffset: start, as: UInt32.self)
            try require(pattern < layout.patterns.count, "tails", start)
            try claim(pattern + 1, in: &seenPatterns, "tails", start)
            tails[start] = try validateTail(from: start, end: &place)
        }
    }

    /// Validates a tail up to its end.
    private func validateTail(from start: Int, end place: inout Int) throws(TrieFault) -> TailKind {
        place = start + TailStep.first
        var kinds: [UInt8] = []
        while true {
            try require(place < layout.tails.count, "tails", start)
            let kind = layout.tails[place]
            if kinds.count < 3 { kinds.append(kind) }
            try require(kind <= TailStep.optionalWildcard, "tails", start)
            if kind == TailStep.end || kind >= TailStep.wildcard { break }
            place = try validateTailStep(at: place, of: start)
        }
        // A wildcard has an end after it, which no look-up reads.
        let length = layout.tails[place] == TailStep.end ? 1 : 2
        place += length
        try require(place <= layout.tails.count && layout.tails[place - 1] == TailStep.end, "tails", start)
        guard kinds.first == TailStep.literal else { return .any }
        return kinds.count == 2 && kinds[1] == TailStep.end ? .rest : .beginsWithLiteral
    }

    /// Returns the place after a step that is not the last one.
    private func validateTailStep(at place: Int, of tail: Int) throws(TrieFault) -> Int {
        let count = layout.tails.count
        switch layout.tails[place] {
        case TailStep.literal:
            try require(place + TailStep.text <= count, "tails", tail)
            let span = layout.tails.loadUnaligned(fromByteOffset: place + 1, as: UInt16.self)
            let length = layout.tails.loadUnaligned(fromByteOffset: place + 3, as: UInt16.self)
            try require(span > 0 && length > 0, "tails", tail)
            return place + TailStep.text + Int(length)
        case TailStep.special:
            try require(place + 5 <= count, "tails", tail)
            let parameter = layout.tails.loadUnaligned(fromByteOffset: place + 1, as: UInt32.self)
            try require(parameter < layout.parameters.count, "tails", tail)
            return place + 5
        default: return place + 1
        }
    }
}
