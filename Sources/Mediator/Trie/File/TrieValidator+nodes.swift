extension TrieValidator {
    mutating func validateRoots() throws(TrieFault) {
        for (number, root) in layout.roots.enumerated() {
            try require(isText(root.scheme) && isText(root.host) && !root.node.isTail, "roots", number)
            try claim(root.node, "roots", number)
        }
    }

    /// The slots stand in the order of the nodes, after one that is nobody's, so that no two nodes share any.
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
    /// Whether nothing leads on from it.
    fileprivate var isNone: Bool {
        end == 0 && branch == 0 && groups == 0 && restDepths.isEmpty && literalDepths.isEmpty && plainDepths.isEmpty
    }
}
